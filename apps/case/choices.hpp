/// The words for the choices that case files, command line and results share.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "apps/case/suggest.hpp"
#include "libdg/solver/options.hpp"
#include "meshes/errors.hpp"

namespace dg::app {

template <class T>
using Choices = std::vector<std::pair<std::string, T>>;

inline const Choices<Assembly> assembly_choices{{"auto", Assembly::automatic},
                                                {"fused", Assembly::fused},
                                                {"gather", Assembly::gather},
                                                {"tiles", Assembly::tiles},
                                                {"atomic", Assembly::atomic},
                                                {"colour", Assembly::colour},
                                                {"block-colour", Assembly::block_colour},
                                                {"patches", Assembly::patches},
                                                {"blocks", Assembly::blocks}};
inline const Choices<Layout> layout_choices{
    {"auto", Layout::automatic}, {"flat", Layout::flat}, {"blocked", Layout::blocked}, {"cellwise", Layout::cellwise}};
inline const Choices<Reconstruction> reconstruction_choices{{"none", Reconstruction::none},
                                                            {"linear", Reconstruction::linear}};
inline const Choices<Limiter> limiter_choices{{"none", Limiter::none},
                                              {"barth-jespersen", Limiter::barth_jespersen},
                                              {"venkatakrishnan", Limiter::venkatakrishnan}};
inline const Choices<ShockCapturing> shock_choices{
    {"none", ShockCapturing::none}, {"damping", ShockCapturing::damping}, {"viscosity", ShockCapturing::viscosity}};
inline const Choices<Positivity> positivity_choices{
    {"auto", Positivity::automatic}, {"on", Positivity::on}, {"off", Positivity::off}};
inline const Choices<SubgridModel> subgrid_choices{{"none", SubgridModel::none},
                                                   {"smagorinsky", SubgridModel::smagorinsky},
                                                   {"wale", SubgridModel::wale},
                                                   {"vreman", SubgridModel::vreman},
                                                   {"sigma", SubgridModel::sigma}};
inline const Choices<Precision> precision_choices{{"double", Precision::double_precision},
                                                  {"single", Precision::single_precision}};
inline const Choices<BackendKind> backend_choices{
    {"auto", BackendKind::automatic}, {"cpu", BackendKind::cpu}, {"cuda", BackendKind::cuda}};

template <class T>
std::vector<std::string> words_of(const Choices<T>& choices) {
  std::vector<std::string> words;
  for (const auto& [word, value] : choices) words.push_back(word);
  return words;
}

/// The value of a word. Throws InputError that opens with `where` and names the words there are.
template <class T>
T choose(const Choices<T>& choices, const std::string& word, const std::string& where) {
  for (const auto& [name, value] : choices) {
    if (name == word) return value;
  }
  throw InputError(where + ": there is no '" + word + "'" + suggestion(word, words_of(choices)));
}

template <class T>
const std::string& word_of(const Choices<T>& choices, T value) {
  return std::find_if(choices.begin(), choices.end(), [&](const auto& c) { return c.second == value; })->first;
}

}  // namespace dg::app
