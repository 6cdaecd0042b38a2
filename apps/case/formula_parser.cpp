#include "apps/case/formula_parser.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string_view>

#include "apps/case/suggest.hpp"
#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

struct Function {
  std::string_view name;
  Operation operation;
};

constexpr std::array functions{Function{"abs", Operation::absolute},
                               Function{"acos", Operation::arccosine},
                               Function{"acosh", Operation::area_cosine},
                               Function{"asin", Operation::arcsine},
                               Function{"asinh", Operation::area_sine},
                               Function{"atan", Operation::arctangent},
                               Function{"atan2", Operation::arctangent2},
                               Function{"atanh", Operation::area_tangent},
                               Function{"cos", Operation::cosine},
                               Function{"cosh", Operation::hyperbolic_cosine},
                               Function{"exp", Operation::exponential},
                               Function{"ln", Operation::logarithm},
                               Function{"log", Operation::logarithm},
                               Function{"log10", Operation::logarithm10},
                               Function{"log2", Operation::logarithm2},
                               Function{"rint", Operation::round},
                               Function{"sign", Operation::sign},
                               Function{"sin", Operation::sine},
                               Function{"sinh", Operation::hyperbolic_sine},
                               Function{"sqrt", Operation::root},
                               Function{"tan", Operation::tangent},
                               Function{"tanh", Operation::hyperbolic_tangent}};

/// Functions of one argument or more.
constexpr std::array<std::string_view, 4> functions_of_many{"avg", "max", "min", "sum"};

/// A binary operator: how tight it binds, and whether its arguments change places.
struct BinaryOperator {
  std::string_view text;
  int binding;
  Operation operation;
  bool swapped = false;
};

/// Longer ones first, where one begins another.
constexpr std::array binary_operators{
    BinaryOperator{"||", 1, Operation::either},     BinaryOperator{"&&", 2, Operation::both},
    BinaryOperator{"==", 3, Operation::equal},      BinaryOperator{"!=", 3, Operation::not_equal},
    BinaryOperator{"<=", 3, Operation::less_equal}, BinaryOperator{">=", 3, Operation::less_equal, true},
    BinaryOperator{"<", 3, Operation::less},        BinaryOperator{">", 3, Operation::less, true},
    BinaryOperator{"+", 4, Operation::add},         BinaryOperator{"-", 4, Operation::subtract},
    BinaryOperator{"*", 5, Operation::multiply},    BinaryOperator{"/", 5, Operation::divide}};

constexpr std::string_view operators_hint = "(operators: + - * / ^ < <= > >= == != && || ?:)";

bool is_name_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_name_part(char c) { return is_name_start(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Parser {
 public:
  Parser(ExpressionGraph& graph, const Formula& formula, const FormulaScope& scope)
      : graph_(graph), formula_(formula), text_(formula.text), scope_(scope) {}

  NodeId parse() {
    constexpr std::size_t longest = 19999;
    if (text_.empty()) throw InputError(formula_.where + ": the formula is empty");
    if (text_.size() > longest) {
      throw InputError(formula_.where + ": " + in_quotes(formula_.text) + " has " + std::to_string(text_.size()) +
                       " characters; a formula may have " + std::to_string(longest) +
                       " (name parts of it in [expressions])");
    }
    const NodeId value = conditional();
    std::size_t values = 1;
    for (; take(","); ++values) conditional();
    if (peek() != '\0') refuse_rest();
    if (values > 1) {
      throw InputError(formula_.where + ": " + in_quotes(formula_.text) + " gives " + std::to_string(values) +
                       " values, expected one");
    }
    return value;
  }

 private:
  /// Counts how deep the parser has called itself.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : depth_(parser.depth_) {
      constexpr int deepest = 500;
      if (++depth_ > deepest) parser.refuse("is nested more than " + std::to_string(deepest) + " deep", parser.at_);
    }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    ~Nesting() { --depth_; }

   private:
    int& depth_;
  };

  [[noreturn]] void refuse(const std::string& what, std::size_t position) const {
    throw InputError(formula_.where + ": column " + std::to_string(position + 1) + " of " +
                     in_quotes_around(formula_.text, position) + ": " + what);
  }

  /// At something that no formula continues with.
  [[noreturn]] void refuse_rest() const {
    if (text_[at_] == '=') refuse("'=' has no place in a formula (to compare, write ==)", at_);
    if (text_[at_] == ')') refuse("')' without its '('", at_);
    const std::string_view rest = text_.substr(at_, text_.find_first_of(" \t", at_) - at_);
    refuse(in_quotes(std::string(rest)) + " has no place here " + std::string(operators_hint), at_);
  }

  char peek() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool take(std::string_view token) {
    peek();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }

  void expect(char c, const std::string& why) {
    if (peek() == c) {
      ++at_;
    } else if (peek() == '\0' || c != ')') {
      refuse("a '" + std::string(1, c) + "' is missing" + why, at_);
    } else {
      refuse_rest();
    }
  }

  NodeId conditional() {
    const Nesting nesting(*this);
    const NodeId condition = binary(1);
    if (!take("?")) return condition;
    const NodeId yes = conditional();
    expect(':', ", as in a ? b : c");
    return graph_.make(Operation::select, condition, yes, conditional());
  }

  /// Operators that bind at least as tight as `least`, from the left.
  NodeId binary(int least) {
    NodeId left = signed_value();
    while (const BinaryOperator* o = operator_here(least)) {
      at_ += o->text.size();
      const NodeId right = binary(o->binding + 1);
      left = o->swapped ? graph_.make(o->operation, right, left) : graph_.make(o->operation, left, right);
    }
    return left;
  }

  const BinaryOperator* operator_here(int least) {
    peek();
    const auto found = std::find_if(binary_operators.begin(), binary_operators.end(),
                                    [&](const BinaryOperator& o) { return text_.substr(at_).starts_with(o.text); });
    return found != binary_operators.end() && found->binding >= least ? &*found : nullptr;
  }

  NodeId signed_value() {
    const Nesting nesting(*this);
    if (take("-")) return graph_.make(Operation::negate, signed_value());
    if (take("+")) return signed_value();
    const NodeId base = primary();
    return take("^") ? graph_.make(Operation::power, base, signed_value()) : base;
  }

  NodeId primary() {
    const char c = peek();
    if (c == '\0') refuse("the formula ends where a number, a name or '(' is expected", at_);
    if (c == '(') {
      ++at_;
      const NodeId value = conditional();
      expect(')', "");
      return value;
    }
    if (is_name_start(c)) return name();
    if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.') return number();
    refuse_rest();
  }

  NodeId number() {
    double value = 0.0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error == std::errc::result_out_of_range) refuse("the number is too large or too small", at_);
    if (error != std::errc()) refuse_rest();
    at_ += end - begin;
    return graph_.number(value);
  }

  NodeId name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
    const std::string word(text_.substr(begin, at_ - begin));
    const auto function =
        std::find_if(functions.begin(), functions.end(), [&](const auto& f) { return f.name == word; });
    const bool of_many = std::find(functions_of_many.begin(), functions_of_many.end(), word) != functions_of_many.end();
    if (function != functions.end() || of_many) {
      if (!take("(")) refuse("the function '" + word + "' needs arguments, as in " + word + "(x)", begin);
      const std::vector<NodeId> values = arguments();
      if (of_many) return call_of_many(word, values);
      const int wanted = argument_count(function->operation), got = static_cast<int>(values.size());
      if (got != wanted) {
        refuse("the function '" + word + "' takes " + (wanted == 1 ? "one argument" : "two arguments") + ", got " +
                   std::to_string(got),
               begin);
      }
      return graph_.make(function->operation, values[0], wanted > 1 ? values[1] : -1);
    }
    if (const std::optional<NodeId> known = scope_.find(word)) return *known;
    std::vector<std::string> known = scope_.names(), called = formula_functions();
    known.insert(known.end(), called.begin(), called.end());
    std::erase_if(known, [](const std::string& other) { return other.front() == '_'; });
    refuse("unknown name " + in_quotes(word) + suggestion(word, known), begin);
  }

  /// Up to the closing parenthesis.
  std::vector<NodeId> arguments() {
    std::vector<NodeId> values;
    do {
      values.push_back(conditional());
    } while (take(","));
    expect(')', "");
    return values;
  }

  NodeId call_of_many(const std::string& word, const std::vector<NodeId>& values) {
    const Operation operation = word == "min"   ? Operation::minimum
                                : word == "max" ? Operation::maximum
                                                : Operation::add;
    NodeId result = values.front();
    for (std::size_t i = 1; i < values.size(); ++i) result = graph_.make(operation, result, values[i]);
    if (word != "avg") return result;
    return graph_.make(Operation::divide, result, graph_.number(static_cast<double>(values.size())));
  }

  ExpressionGraph& graph_;
  const Formula& formula_;
  std::string_view text_;
  const FormulaScope& scope_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

NodeId parse_formula(ExpressionGraph& graph, const Formula& formula, const FormulaScope& scope) {
  return Parser(graph, formula, scope).parse();
}

std::vector<std::string> formula_functions() {
  std::vector<std::string> names(functions_of_many.begin(), functions_of_many.end());
  for (const Function& f : functions) names.emplace_back(f.name);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace dg::app
