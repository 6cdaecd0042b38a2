#include "apps/case/expression.hpp"

#include <muParser.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <functional>
#include <list>
#include <numbers>
#include <queue>
#include <unordered_set>

#include "apps/case/suggest.hpp"
#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

/// muParser has an assignment operator, which would overwrite x, y or t: only comparisons may contain '='.
void refuse_assignment(const Formula& formula) {
  const std::string& text = formula.text;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '=') continue;
    const bool first_of_two = i + 1 < text.size() && text[i + 1] == '=';
    if (!first_of_two && (i == 0 || std::string("<>!=").find(text[i - 1]) == std::string::npos)) {
      throw InputError(formula.where + ": column " + std::to_string(i + 1) + " of " + in_quotes_around(text, i) +
                       ": '=' has no place in a formula (to compare, write ==)");
    }
    if (first_of_two) ++i;
  }
}

bool is_identifier(const std::string& name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
         std::all_of(name.begin(), name.end(),
                     [](unsigned char c) { return (std::isalnum(c) != 0 && c < 0x80U) || c == '_'; });
}

std::vector<std::string> names_in(const mu::Parser& parser) {
  std::vector<std::string> names;
  for (const auto& [name, value] : parser.GetConst()) names.push_back(name);
  for (const auto& [name, pointer] : parser.GetVar()) names.push_back(name);
  for (const auto& [name, function] : parser.GetFunDef()) names.push_back(name);
  return names;
}

/// The words of a formula, among which are all names that it uses.
std::vector<std::string> words_in(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  return words;
}

/// What is wrong with something that muParser does not know; `more` are names that it could have known.
std::string unknown(std::string token, const mu::Parser& parser, const std::vector<std::string>& more) {
  token = token.substr(0, token.find_first_of(" \t"));
  std::string name = token;
  name.erase(std::find_if_not(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; }),
             name.end());
  if (!is_identifier(name)) {
    return in_quotes(token) + " has no place here (operators: + - * / ^ < <= > >= == != && || ?:)";
  }
  if (parser.GetFunDef().count(name) != 0) return "the function '" + name + "' needs arguments, as in " + name + "(x)";
  std::vector<std::string> known = names_in(parser);
  known.insert(known.end(), more.begin(), more.end());
  std::erase_if(known, [](const std::string& other) { return other.front() == '_'; });
  return "unknown name " + in_quotes(name) + suggestion(name, known);
}

/// Gives names that a formula could have used, besides those of its parser.
using MoreNames = std::function<std::vector<std::string>()>;

[[noreturn]] void refuse(const Formula& formula, const mu::Parser& parser, const mu::ParserError& error,
                         const MoreNames& more) {
  const bool is_unknown = error.GetCode() == mu::ecUNASSIGNABLE_TOKEN;
  // muParser repeats the formula, however long, in some of its own messages.
  const std::string what = is_unknown ? unknown(error.GetToken(), parser, more ? more() : std::vector<std::string>{})
                                      : shown(error.GetMsg());
  const std::size_t position = std::min<std::size_t>(std::max(error.GetPos(), 0), formula.text.size());
  throw InputError(formula.where + ": column " + std::to_string(position + 1) + " of " +
                   in_quotes_around(formula.text, position) + ": " + what);
}

/// Parses the formula and evaluates it once, so that every mistake shows now. `more` are names to suggest.
void set_expression(mu::Parser& parser, const Formula& formula, const MoreNames& more = nullptr) {
  constexpr std::size_t longest = 19999;  // muParser takes no more
  if (formula.text.empty()) throw InputError(formula.where + ": the formula is empty");
  if (formula.text.size() > longest) {
    throw InputError(formula.where + ": " + in_quotes(formula.text) + " has " + std::to_string(formula.text.size()) +
                     " characters; a formula may have " + std::to_string(longest) +
                     " (name parts of it in [expressions])");
  }
  refuse_assignment(formula);
  try {
    parser.SetExpr(formula.text);
    parser.Eval();
    if (parser.GetNumResults() != 1) {
      throw InputError(formula.where + ": " + in_quotes(formula.text) + " gives " +
                       std::to_string(parser.GetNumResults()) + " values, expected one");
    }
  } catch (const mu::ParserError& error) {
    refuse(formula, parser, error, more);
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

void check_auxiliaries(const Names& names) {
  constexpr std::size_t longest_name = 60;
  double value = 0.0;  // of x, y, t and of all auxiliaries: only whether they can be evaluated is asked
  mu::Parser parser = parser_with(names.constants);
  for (const char* variable : {"x", "y", "t"}) parser.DefineVar(variable, &value);
  std::unordered_set<std::string> taken;
  for (std::string& name : names_in(parser)) taken.insert(std::move(name));
  for (const auto& [name, formula] : names.auxiliaries) {
    if (!is_identifier(name) || name.size() > longest_name) {
      throw InputError(formula.where + ": " + in_quotes(name) +
                       " cannot name a formula (letters, digits and _ only, at most " + std::to_string(longest_name) +
                       ")");
    }
    if (!taken.insert(name).second) {
      throw InputError(formula.where + ": " + in_quotes(name) +
                       " already means something in formulas; choose another name");
    }
    set_expression(parser, formula);
    parser.DefineVar(name, &value);
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
  Evaluator(const Names& names, const std::array<Formula, 4>& formulas) : base_(parser_with(names.constants)) {
    base_.DefineVar("x", &x_);
    base_.DefineVar("y", &y_);
    base_.DefineVar("t", &t_);
    for (const auto& [name, formula] : names.auxiliaries) number_.emplace(name, number_.size());
    for (std::size_t i = 0; i < 4; ++i) parse(fields_[i], formulas[i], number_.size());
    // From the last on, as each may need those before it; the queue holds what is needed and not yet parsed.
    while (!needed_.empty()) {
      const std::size_t i = needed_.top();
      needed_.pop();
      Step& step = steps_.emplace_front(values_.at(i), i);
      parse(step.parser, names.auxiliaries[i].second, i);
    }
  }
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  std::array<double, 4> evaluate(double x, double y, double t) {
    x_ = x;
    y_ = y;
    t_ = t;
    for (Step& step : steps_) *step.value = step.parser.Eval();
    return {fields_[0].Eval(), fields_[1].Eval(), fields_[2].Eval(), fields_[3].Eval()};
  }

  bool uses_time() const { return uses_time_; }

  /// The auxiliaries that the fields need, directly or through one another, in order.
  Names used(const Names& names) const {
    Names result{names.constants, {}};
    for (const Step& step : steps_) result.auxiliaries.push_back(names.auxiliaries[step.number]);
    return result;
  }

 private:
  struct Step {
    Step(double& of, std::size_t place) : value(&of), number(place) {}
    mu::Parser parser;
    double* value;
    std::size_t number;
  };

  /// Sets a formula that may use the auxiliaries before number `end`. Only those in it become variables of its parser,
  /// or the memory for many auxiliaries would grow as their square.
  void parse(mu::Parser& parser, const Formula& formula, std::size_t end) {
    parser = base_;
    for (const std::string& name : words_in(formula.text)) {
      if (name == "t") uses_time_ = true;
      const auto found = number_.find(name);
      if (found == number_.end() || found->second >= end) continue;
      const auto [value, is_new] = values_.emplace(found->second, 0.0);
      if (is_new) needed_.push(found->second);
      parser.DefineVar(name, &value->second);
    }
    set_expression(parser, formula, [&] { return known_before(end); });
  }

  std::vector<std::string> known_before(std::size_t end) const {
    std::vector<std::string> names;
    for (const auto& [name, number] : number_) {
      if (number < end) names.push_back(name);
    }
    return names;
  }

  mu::Parser base_;
  double x_ = 0.0, y_ = 0.0, t_ = 0.0;
  std::unordered_map<std::string, std::size_t> number_;  // of the auxiliaries
  std::unordered_map<std::size_t, double> values_;       // of those in use
  std::priority_queue<std::size_t> needed_;
  std::list<Step> steps_;
  std::array<mu::Parser, 4> fields_;
  bool uses_time_ = false;
};

FieldExpressions::FieldExpressions(const Names& names, const std::array<Formula, 4>& formulas)
    : names_(names), formulas_(formulas), id_(next_id()) {
  const Evaluator& evaluator = evaluator_of_this_thread();
  varies_in_time_ = evaluator.uses_time();
  names_ = evaluator.used(names);
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
