#include "meshes/curving/cad_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "meshes/gmsh_model.hpp"
#include "meshes/messages.hpp"

namespace dg {
namespace {

using Place = std::array<double, 3>;

/// A point, curve or surface, and the box around it.
struct Entity {
  int dimension, tag;
  Place low, high;

  double distance_to_box(const Place& x) const {
    Place gap;
    for (int d = 0; d < 3; ++d) gap[d] = std::max({low[d] - x[d], x[d] - high[d], 0.0});
    return std::hypot(gap[0], gap[1], gap[2]);
  }
};

double distance(const Place& a, const Place& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

Place place_at(const Entity& entity, const std::vector<double>& parameters) {
  std::vector<double> x;
  gmsh::model::getValue(entity.dimension, entity.tag, parameters, x);
  return {x.at(0), x.at(1), x.at(2)};
}

/// On a curve between its ends.
double within_ends(const Entity& curve, double t) {
  std::vector<double> low, high;
  gmsh::model::getParametrizationBounds(1, curve.tag, low, high);
  return std::clamp(t, low.at(0), high.at(0));
}

/// Moves `best` to the foot of the perpendicular, if it stands on the entity and is nearer. Gmsh may log or throw that
/// it found no foot: the ends of the entity are tried by themselves.
void try_nearer(const Entity& entity, const Place& x, Place& best, double& least) {
  std::vector<double> parameters, foot;
  if (entity.dimension > 0) {
    gmsh::model::getClosestPoint(entity.dimension, entity.tag, {x[0], x[1], x[2]}, foot, parameters);
    gmsh::model::getParametrization(entity.dimension, entity.tag, foot, parameters);  // those of Gmsh 4.8 are wrong
    if (entity.dimension == 1) parameters.at(0) = within_ends(entity, parameters.at(0));
    if (entity.dimension == 2 && gmsh::model::isInside(2, entity.tag, parameters) == 0) return;
  }
  const Place there = place_at(entity, parameters);  // the foot is the point itself where Gmsh found none
  const double far = distance(there, x);
  if (!(far < least)) return;
  least = far;
  best = there;
}

}  // namespace

struct CadFiles::Models {
  struct File {
    std::string path, model;
    std::vector<Entity> entities;
  };

  explicit Models(const std::string& unit) {
    std::string name = unit;
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::toupper(c); });
    gmsh::option::setString("Geometry.OCCTargetUnit", name);
    gmsh::logger::stop();
  }
  Models(const Models&) = delete;
  Models& operator=(const Models&) = delete;
  ~Models() {
    try {
      gmsh::logger::start();                                  // as GmshModel has it
      gmsh::option::setString("Geometry.OCCTargetUnit", "");  // options outlive the models
      for (const File& file : files) {
        gmsh::model::setCurrent(file.model);
        gmsh::model::remove();
      }
    } catch (...) {  // there was nothing to remove
    }
  }

  GmshModel gmsh;
  std::vector<File> files;
};

CadFiles::CadFiles(const std::string& unit) : models_(std::make_unique<Models>(unit)) {}
CadFiles::CadFiles(CadFiles&&) noexcept = default;
CadFiles& CadFiles::operator=(CadFiles&&) noexcept = default;
CadFiles::~CadFiles() = default;

int CadFiles::read(const std::string& path) {
  const auto number = static_cast<int>(models_->files.size());
  Models::File& file = models_->files.emplace_back(Models::File{path, fmt::format("cad {}", number), {}});
  gmsh::logger::start();  // what projections log does not count
  models_->gmsh.run(path, [&] {
    gmsh::model::add(file.model);
    gmsh::vectorpair shapes, all;
    gmsh::model::occ::importShapes(path, shapes, false);
    gmsh::model::occ::synchronize();
    gmsh::model::getEntities(all);
    for (const auto& [dimension, tag] : all) {
      if (dimension > 2) continue;
      Entity entity{dimension, tag, {}, {}};
      gmsh::model::getBoundingBox(dimension, tag, entity.low[0], entity.low[1], entity.low[2], entity.high[0],
                                  entity.high[1], entity.high[2]);
      file.entities.push_back(entity);
    }
  });
  gmsh::logger::stop();
  return number;
}

std::array<double, 3> CadFiles::nearest(int number, int dimension, const std::array<double, 3>& point) const {
  assert(dimension == 1 || dimension == 2);
  const Models::File& file = models_->files.at(static_cast<std::size_t>(number));
  std::vector<std::pair<double, const Entity*>> near;  // the nearest place is on one of these, or at its end
  for (const Entity& entity : file.entities)
    if (entity.dimension <= dimension) near.emplace_back(entity.distance_to_box(point), &entity);
  if (std::none_of(near.begin(), near.end(), [&](const auto& n) { return n.second->dimension == dimension; }))
    throw InputError(file.path + (dimension == 2 ? ": has no surfaces" : ": has no curves"));
  std::sort(near.begin(), near.end());
  Place best = point;
  double least = std::numeric_limits<double>::infinity();
  gmsh::model::setCurrent(file.model);
  for (const auto& [at_least, entity] : near) {
    if (at_least >= least) break;
    try {
      try_nearer(*entity, point, best, least);
    } catch (...) {  // its type depends on the version of Gmsh
    }
  }
  if (!std::isfinite(least))
    throw InputError(fmt::format("{}: Gmsh finds no place on it near {}", file.path, place(point)));
  return best;
}

}  // namespace dg
