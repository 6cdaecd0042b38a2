/// Values at the nodes of the cells that show a solution, under a name.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "libdg/output/field_sampler.hpp"

namespace dg {

struct PointArray {
  std::string name;
  int components = 1;
  std::function<std::span<const double>(Index cell)> values;  ///< [node][component], valid until the next call
};

/// The fields that are shown of a state; they refer to the sampler.
template <int Dim>
std::vector<PointArray> shown_fields(FieldSampler<Dim>& sampler) {
  std::vector<PointArray> fields;
  for (const PointFieldInfo& info : sampler.fields()) {
    fields.push_back({info.name, info.components, [&sampler, info](Index cell) -> std::span<const double> {
                        return sampler.values(cell, info.field);
                      }});
  }
  return fields;
}

}  // namespace dg
