/// Fuzzer of the reader of case files: any bytes become a case, whose formulas can be evaluated, or are refused.
#include <cstddef>
#include <cstdint>
#include <string>

#include "apps/case/fields.hpp"
#include "meshes/errors.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace dg::app;
  try {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const Case c = interpret_case(IniFile::parse(text, "fuzz.ini"), {});
    require_dimension(c, 2);
    const CaseFields<2> fields = make_fields<2>(c);
    for (const auto* field : {&fields.initial, &fields.exact}) {
      if (*field) (*field)(0.5, -0.25, 0.125);
    }
    const std::array<std::array<double, 2>, 1> point{{{0.5, -0.25}}};
    std::array<double, 4> values;
    if (fields.source) fields.source->evaluate<2>(point, 0.125, values.data());
    for (const auto& [name, formulas] : fields.boundaries) formulas->evaluate<2>(point, 0.125, values.data());
  } catch (const dg::InputError&) {
  }
  return 0;
}
