#include "apps/case/expression.hpp"

#include <muParser.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <numbers>
#include <set>

#include "apps/case/suggest.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

/// muParser has an assignment operator, which would overwrite x, y or t: only comparisons may contain '='.
void refuse_assignment(const Formula& formula) {
  const std::string& text = formula.text;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '=') continue;
    const bool first_of_two = i + 1 < text.size() && text[i + 1] == '=';
    if (!first_of_two && (i == 0 || std::string("<>!=").find(text[i - 1]) == std::string::npos)) {
      throw InputError(formula.where + ": column " + std::to_string(i + 1) + " of '" + text +
                       "': '=' has no place in a formula (to compare, write ==)");
    }
    if (first_of_two) ++i;
  }
}

std::vector<std::string> names_in(const mu::Parser& parser) {
  std::vector<std::string> names;
  for (const auto& [name, value] : parser.GetConst()) names.push_back(name);
  for (const auto& [name, pointer] : parser.GetVar()) names.push_back(name);
  for (const auto& [name, function] : parser.GetFunDef()) names.push_back(name);
  std::erase_if(names, [](const std::string& name) { return name.front() == '_'; });
  return names;
}

[[noreturn]] void refuse(const Formula& formula, const mu::Parser& parser, const mu::ParserError& error) {
  std::string what = error.GetMsg();
  if (error.GetCode() == mu::ecUNASSIGNABLE_TOKEN) {
    std::string name = error.GetToken();
    name.erase(std::find_if_not(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; }),
               name.end());
    what = "unknown name '" + name + "'" + suggestion(name, names_in(parser));
  }
  throw InputError(formula.where + ": column " + std::to_string(error.GetPos() + 1) + " of '" + formula.text +
                   "': " + what);
}

/// Parses the formula and evaluates it once, so that every mistake shows now.
void set_expression(mu::Parser& parser, const Formula& formula) {
  if (formula.text.empty()) throw InputError(formula.where + ": the formula is empty");
  refuse_assignment(formula);
  try {
    parser.SetExpr(formula.text);
    parser.Eval();
    if (parser.GetNumResults() != 1) {
      throw InputError(formula.where + ": '" + formula.text + "' gives " + std::to_string(parser.GetNumResults()) +
                       " values, expected one");
    }
  } catch (const mu::ParserError& error) {
    refuse(formula, parser, error);
  }
}

mu::Parser parser_with(const std::map<std::string, double>& constants) {
  mu::Parser parser;
  parser.DefineConst("pi", std::numbers::pi);
  for (const auto& [name, value] : constants) parser.DefineConst(name, value);
  return parser;
}

std::uint64_t next_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace

void check_auxiliary_name(const std::string& name, const std::string& where, const Names& names) {
  const bool identifier =
      !std::isdigit(static_cast<unsigned char>(name.front())) &&
      std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
  if (!identifier) throw InputError(where + ": '" + name + "' cannot name a formula (letters, digits and _ only)");
  mu::Parser parser = parser_with(names.constants);
  std::vector<std::string> taken = names_in(parser);
  taken.insert(taken.end(), {"x", "y", "t"});
  for (const auto& [earlier, formula] : names.auxiliaries) taken.push_back(earlier);
  if (std::find(taken.begin(), taken.end(), name) != taken.end()) {
    throw InputError(where + ": '" + name + "' already means something in formulas; choose another name");
  }
}

double evaluate_constant(const Formula& formula, const std::map<std::string, double>& constants) {
  mu::Parser parser = parser_with(constants);
  set_expression(parser, formula);
  return parser.Eval();
}

/// The parsers of one thread, bound to its own x, y, t and auxiliary values.
class FieldExpressions::Evaluator {
 public:
  Evaluator(const Names& names, const std::array<Formula, 4>& formulas)
      : values_(names.auxiliaries.size()), parsers_(names.auxiliaries.size()) {
    const mu::Parser base = parser_with(names.constants);
    for (std::size_t i = 0; i < parsers_.size(); ++i) {
      bind(parsers_[i], base, names, i);
      set_expression(parsers_[i], names.auxiliaries[i].second);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      bind(fields_[i], base, names, parsers_.size());
      set_expression(fields_[i], formulas[i]);
    }
    find_used(names);
  }
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  std::array<double, 4> evaluate(double x, double y, double t) {
    x_ = x;
    y_ = y;
    t_ = t;
    for (const std::size_t i : used_) values_[i] = parsers_[i].Eval();
    return {fields_[0].Eval(), fields_[1].Eval(), fields_[2].Eval(), fields_[3].Eval()};
  }

  bool uses_time() const { return uses_time_; }

 private:
  void bind(mu::Parser& parser, const mu::Parser& base, const Names& names, std::size_t auxiliaries) {
    parser = base;
    parser.DefineVar("x", &x_);
    parser.DefineVar("y", &y_);
    parser.DefineVar("t", &t_);
    for (std::size_t i = 0; i < auxiliaries; ++i) parser.DefineVar(names.auxiliaries[i].first, &values_[i]);
  }

  /// Keeps the auxiliaries that the fields need, directly or through one another, in order.
  void find_used(const Names& names) {
    std::set<std::string> needed;
    const auto collect = [&](const mu::Parser& parser) {
      for (const auto& [name, pointer] : parser.GetUsedVar()) needed.insert(name);
    };
    for (const mu::Parser& field : fields_) collect(field);
    for (std::size_t i = parsers_.size(); i-- > 0;) {
      if (!needed.contains(names.auxiliaries[i].first)) continue;
      collect(parsers_[i]);
      used_.insert(used_.begin(), i);
    }
    uses_time_ = needed.contains("t");
  }

  double x_ = 0.0, y_ = 0.0, t_ = 0.0;
  std::vector<double> values_;
  std::vector<mu::Parser> parsers_;
  std::array<mu::Parser, 4> fields_;
  std::vector<std::size_t> used_;
  bool uses_time_ = false;
};

FieldExpressions::FieldExpressions(const Names& names, const std::array<Formula, 4>& formulas)
    : names_(names), formulas_(formulas), id_(next_id()) {
  varies_in_time_ = evaluator_of_this_thread().uses_time();
}

FieldExpressions::~FieldExpressions() = default;

FieldExpressions::Evaluator& FieldExpressions::evaluator_of_this_thread() const {
  // Remembers the evaluator last used by this thread; ids are never reused, so a stale entry cannot match.
  thread_local std::uint64_t last_id = 0;
  thread_local Evaluator* last = nullptr;
  if (last_id != id_) {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Evaluator>& slot = evaluators_[std::this_thread::get_id()];
    if (slot == nullptr) slot = std::make_unique<Evaluator>(names_, formulas_);
    last = slot.get();
    last_id = id_;
  }
  return *last;
}

std::array<double, 4> FieldExpressions::operator()(double x, double y, double t) const {
  return evaluator_of_this_thread().evaluate(x, y, t);
}

}  // namespace dg::app
