/// Typed and checked access to the textual parameters of a mesh generator.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "meshes/generate.hpp"

namespace dg {

/// What becomes of parameters that a generator does not know: refused, or kept for another one that it calls.
enum class Others { refused, kept };

/// The keys of a generator's parameters: "kind, n".
std::string keys_of(const GeneratorInfo& info);

/// The parameters of one call of a generator: what was given, else the fallbacks of its GeneratorInfo.
/// Every member function throws InputError for text that is not a value of the wanted kind and range, and says which
/// would be. Precondition: keys are those of the GeneratorInfo.
class Parameters {
 public:
  /// Throws InputError if `given` has a key that `info` lacks and others are refused. Keeps a reference to `info`.
  Parameters(const GeneratorInfo& info, const GeneratorParameters& given, Others others = Others::refused);

  /// Of the generator.
  const GeneratorInfo& info() const { return info_; }

  /// What was given under keys that the generator does not know.
  const GeneratorParameters& others() const { return others_; }

  /// True if the user gave `key`.
  bool given(std::string_view key) const;

  /// The value as it was written.
  const std::string& text(std::string_view key) const;

  /// An integer in [low, high]; the second form returns `fallback` where the text is "auto".
  int integer(std::string_view key, int low, int high) const;
  int integer(std::string_view key, int low, int high, int fallback) const;

  /// A finite number in [low, high]; the second form returns `fallback` where the text is "auto".
  double real(std::string_view key, double low, double high) const;
  double real(std::string_view key, double low, double high, double fallback) const;

  /// The place of the value in `options`.
  int choice(std::string_view key, const std::vector<std::string>& options) const;

  /// Throws an InputError that names the generator, the key and its value.
  [[noreturn]] void reject(std::string_view key, const std::string& what_would_be_right) const;

 private:
  const GeneratorInfo& info_;
  GeneratorParameters values_, others_;
  std::vector<std::string> given_;
};

}  // namespace dg
