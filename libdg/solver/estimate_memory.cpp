#include "libdg/backend/thread_count.hpp"
#include "libdg/implicit/esdirk.hpp"
#include "libdg/implicit/newton.hpp"
#include "libdg/implicit/p_multigrid.hpp"
#include "libdg/solver/boundary_kinds.hpp"
#include "libdg/solver/device_formulas.hpp"
#include "libdg/solver/resolve_options.hpp"
#include "libdg/solver/solver.hpp"
#include "libdg/solver/source_geometry.hpp"
#include "libdg/space/cell_blocks.hpp"
#include "libdg/space/discretisation.hpp"
#include "libdg/space/face_values.hpp"
#include "libdg/space/slabs.hpp"
#include "libdg/space/sum_factorised_cells.hpp"
#include "libdg/space/tile_cells.hpp"
#include "libdg/space/tile_faces.hpp"
#include "libdg/space/tile_faces_3d.hpp"
#include "libdg/space/volume_degree.hpp"
#include "libdg/space/zone.hpp"
#include "libdg/time/runge_kutta.hpp"
#include "meshes/cell_geometry.hpp"

#include <algorithm>
#include <cmath>

namespace dg {
namespace {

template <int Dim>
constexpr int gas_variables = Dim + 2;

/// Numbers stored for each cell of a zone beside the state: the arrays of ZoneView.
template <int Dim>
std::size_t geometry_numbers(CellShape shape, bool curved, const SolverOptions& o, int geometry_order) {
  constexpr std::size_t metric = Dim * Dim, face = Dim + 1;
  const Space space = space_of(shape, o.quads);
  const std::size_t nf = face_count(shape), nk = mode_count(space, o.degree);
  if (!curved) return metric + 1 + nf * face + 2;
  const auto tables = make_tables<double, Dim>(
      space, o.degree, curved_volume_degree(space, o.degree, geometry_order) + o.extra_quadrature);
  std::size_t numbers = tables.points.size() * (metric + 1) + nk * (nk + 1) / 2 + nk + 2;
  if (has_point_mass(space, o.degree, tables.points.size(), mass_inverse_of(space, o))) numbers += nk;
  for (std::size_t f = 0; f < nf; ++f) {
    const std::size_t ng =
        face_point_count(face_shape_of_kind(Dim, kind_of_face(shape, static_cast<int>(f))), o.degree);
    numbers += ng * (face + metric);
  }
  return numbers;
}

/// What a reconstruction stores for each cell: geometry, slopes, and sums of fluxes while they are smoothed.
template <int Dim>
std::size_t reconstruction_numbers(CellShape shape, bool curved, const SolverOptions& o) {
  if (o.reconstruction == Reconstruction::none) return 0;
  const std::size_t sums = o.smoothing > 0 ? std::min(o.sweeps + 1, 3) : 0;
  const bool straight = Dim == 2 && !curved;
  const std::size_t of_faces = 2 * Dim * face_count(shape), geometry = of_faces + (straight ? 4 : of_faces + 1);
  return geometry + (Dim + sums) * gas_variables<Dim>;
}

/// Numbers and indices that assembly by faces stores for each face, and the states that it sums into.
struct AssemblyStorage {
  std::size_t numbers = 0, indices = 0, states = 0;
  std::size_t curved_numbers = 0;  ///< more where one of the cells is curved
};

/// The part of what all faces leave for cells that there is space for at once.
template <int Dim>
double workspace_part([[maybe_unused]] const Mesh<Dim>& mesh, [[maybe_unused]] const SolverOptions& o) {
  if constexpr (Dim == 2) {
    return 1;
  } else {
    const std::vector<StoredZone> zones = stored_zones(mesh);
    const CellPlaces places = places_of(mesh, zones);
    const int slabs = o.slabs > 0 ? o.slabs : choose_slabs(mesh, zones, places);
    return workspace_of(slab_groups(mesh, zones, places, slabs), slabs);
  }
}

/// Whether there are viscous terms, of the gas or of shocks.
bool is_viscous(const SolverOptions& o) { return o.gas.viscous || o.shocks == ShockCapturing::viscosity; }

/// The assembly asked for, or else that of a device with matrix units.
template <int Dim>
Assembly assembly_of(const SolverOptions& o, const Mesh<Dim>& mesh) {
  if (o.assembly != Assembly::automatic) return o.assembly;
  if (o.reconstruction != Reconstruction::none)
    return o.backend != BackendKind::cuda                      ? Assembly::gather
           : pays_in_patches(mesh, o.precision, o.gas.viscous) ? Assembly::patches
                                                               : Assembly::fused;
  if (o.backend != BackendKind::cuda)
    return tile_fit(mesh, o).blocks && o.shocks != ShockCapturing::viscosity ? Assembly::blocks : Assembly::fused;
  const bool pays = o.precision == Precision::double_precision || o.degree > 0;
  const bool layout_fits = o.layout == Layout::automatic || o.layout == Layout::cellwise;
  return pays && layout_fits && tile_fit(mesh, o).holds ? Assembly::tiles : Assembly::gather;
}

/// Numbers of a side in a block, see block_side_size(): of two quantities, in whole registers of AVX-512.
template <int Dim>
std::size_t block_side_numbers(CellShape shape, const SolverOptions& o) {
  const std::size_t width = o.precision == Precision::double_precision ? 8 : 16,
                    numbers = 2 * block_side_size(shape, o.degree) * gas_variables<Dim>;
  return (numbers + width - 1) / width * width;
}

/// Bytes of n straight cells in blocks with so many faces between two of them.
template <int Dim>
std::size_t block_bytes(const SolverOptions& o, CellShape shape, std::size_t n, std::size_t inside) {
  const std::size_t real = o.precision == Precision::double_precision ? 8 : 4;
  const std::size_t sides = face_count(shape) * n, side = block_side_numbers<Dim>(shape, o) * real;
  const auto parts = [](std::size_t whole, std::size_t part) { return (whole + part - 1) / part; };
  const std::size_t threads = thread_count(o.threads), most = block_side_bytes / (face_count(shape) * side);
  const std::size_t of_thread = parts(n, threads), cells = parts(of_thread, parts(of_thread, most));  // of a block
  // Of the faces between two cells, those between two blocks, which grow compact where cells lie near their neighbours.
  const double share = cells == n ? 0 : (Dim == 2 ? 2.2 : 1.45) * std::pow(static_cast<double>(cells), -1.0 / Dim);
  const auto outer = static_cast<std::size_t>(static_cast<double>(inside) * std::min(share, 1.0));
  const std::size_t other = sides - 2 * inside, faces = inside, workspace = face_count(shape) * cells * side;
  const std::size_t means = shape == CellShape::hexahedron ? gas_variables<Dim> * n : 0;
  return real * (means + sides + block_face_numbers(Dim) * faces) + outer * side +
         sizeof(Index) * (3 * outer + 3 * faces + 5 * other) + threads * (workspace + workspace * outer / sides);
}

/// Numbers that the tiles of all faces leave for cells, where slabs do not share their workspace: at points, or at
/// nodes, in whole pieces of 16 bytes, or both (space/face_values.hpp).
template <int Dim>
std::size_t left_numbers(const Mesh<Dim>& mesh, const SolverOptions& o, const std::vector<bool>& is_curved) {
  const std::size_t terms = Dim == 2 || is_viscous(o) ? 2 : 1;
  const std::size_t at_points = terms * max_face_points(Dim, o.degree) * gas_variables<Dim>;
  if constexpr (Dim == 2) return mesh.faces.size() * at_points;
  const int whole = o.precision == Precision::double_precision ? 2 : 4;
  const std::size_t at_nodes = terms * ((face_node_count(o.degree) * gas_variables<3> + whole - 1) / whole * whole);
  const auto family_of = [&](Index c) {
    return tile_family({mesh.cell_shapes[c], is_curved[c], mesh.geometry_order}, o);
  };
  std::size_t numbers = 0;
  for (const Face& f : mesh.faces) {
    const int kind = kind_of_face(mesh.cell_shapes[f.minus], f.minus_face);
    const FaceValues values = values_of_face(kind, family_of(f.minus), family_of(f.plus < 0 ? f.minus : f.plus));
    if (values != FaceValues::nodes) numbers += at_points;
    if (values == FaceValues::nodes || values == FaceValues::both) numbers += at_nodes;
  }
  return numbers;
}

/// Of a face with a curved cell in tiles, beyond a straight one; as where no other shape lies beside hexahedra with Q.
template <int Dim>
std::size_t curved_tile_numbers(const SolverOptions& o) {
  const int points = max_face_points(Dim, o.degree);
  if (Dim == 2) return curved_face_numbers(points) - affine_face_numbers;
  const bool sum_factorised = tile_family({CellShape::hexahedron, true}, o) == TileFamily::sum_factorised;
  return (sum_factorised ? curved_sum_factorised_face_numbers(points) : curved_face_numbers_3d(points)) -
         face_numbers_3d;
}

/// Of a curved cell in tiles, which are all that has its mass inverse.
template <int Dim>
std::size_t curved_tile_cell_numbers(CellShape shape, const SolverOptions& o, int geometry_order) {
  const Space space = space_of(shape, o.quads);
  const int modes = mode_count(space, o.degree), mass_numbers = modes * (modes + 1) / 2;
  if (Dim == 3 && tile_family({shape, true, geometry_order}, o) == TileFamily::sum_factorised)
    return static_cast<std::size_t>(sum_factorised_cell_numbers(o.degree + 1) - mass_numbers);
  const auto tables = make_tables<double, Dim>(
      space, o.degree, curved_volume_degree(space, o.degree, geometry_order) + o.extra_quadrature);
  const int points = static_cast<int>(tables.points.size());
  return static_cast<std::size_t>(curved_cell_numbers(Dim, face_count(shape), points, modes) - mass_numbers);
}

template <int Dim>
AssemblyStorage assembly_storage(const SolverOptions& o, Assembly assembly) {
  const std::size_t terms = is_viscous(o) ? 2 : 1;
  if (works_by_cells(assembly)) return {};
  if (assembly == Assembly::tiles)
    return {static_cast<std::size_t>(Dim == 2 ? int{affine_face_numbers} : int{face_numbers_3d}), 2, 0,
            curved_tile_numbers<Dim>(o)};
  // Patches: 12 numbers and 7 indices of straight triangles and those around them, 18 of cells of four sides, as shares
  // of their faces; three numbers of a face, where two patches meet in both.
  if (assembly == Assembly::patches) return {14, 6, 0, 1};
  const bool gathers = assembly == Assembly::gather;
  if (o.reconstruction != Reconstruction::none && gathers) return {3 * Dim + gas_variables<Dim>, 2, 0};
  if (o.reconstruction != Reconstruction::none) return {3 * Dim, 2, 1};
  if (gathers) return {terms * max_face_points(Dim, o.degree) * gas_variables<Dim>, 4, 0};
  return {0, 4, o.gas.viscous ? 1 + std::size_t{Dim} : 1};
}

}  // namespace

template <int Dim>
std::size_t estimate_memory(const Mesh<Dim>& mesh, const SolverOptions& o, const DataNeeds& data) {
  std::size_t cells[cell_shape_count][2] = {}, boundary_faces = 0, curved_faces = 0;
  std::size_t inside[cell_shape_count] = {};  // faces between two straight cells of a shape
  std::vector<bool> is_curved(mesh.cell_count());
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    is_curved[c] = !is_affine(mesh, c);
    ++cells[static_cast<int>(mesh.cell_shapes[c])][is_curved[c]];
  }
  for (const Face& f : mesh.faces) {
    boundary_faces += f.plus < 0;
    const bool curved = is_curved[f.minus] || (f.plus >= 0 && is_curved[f.plus]);
    const CellShape shape = mesh.cell_shapes[f.minus];
    inside[static_cast<int>(shape)] += f.plus >= 0 && !curved && mesh.cell_shapes[f.plus] == shape;
    curved_faces += curved;
  }
  const std::size_t real = o.precision == Precision::double_precision ? 8 : 4;
  const Assembly assembly = assembly_of(o, mesh);
  const AssemblyStorage storage = assembly_storage<Dim>(o, assembly);
  const bool device = o.backend == BackendKind::cuda;
  const RungeKutta scheme = runge_kutta(o.scheme);
  const int registers = assembly == Assembly::tiles ? in_place(scheme).registers : scheme.registers;
  const std::size_t states = registers + storage.states + (o.damping_width > 0 ? 1 : 0) + (data.source ? 1 : 0) +
                             (device && data.source_varies ? 1 : 0) + (o.solves_systems() ? 2 : 0) +
                             (data.mean ? in_place(scheme).registers + 2 : 0);
  std::size_t bytes = mesh.faces.size() * (real * storage.numbers + sizeof(Index) * storage.indices) +
                      real * curved_faces * storage.curved_numbers +
                      real * boundary_faces * max_face_points(Dim, o.degree) * gas_variables<Dim>;
  if (assembly == Assembly::tiles)
    bytes += static_cast<std::size_t>(workspace_part(mesh, o) *
                                      static_cast<double>(real * left_numbers(mesh, o, is_curved)));
  if (device && data.boundaries_vary)
    bytes += boundary_faces * max_face_points(Dim, o.degree) * (Dim * sizeof(double) + sizeof(Index)) +
             sizeof(DeviceBadPoint);
  if (o.reconstruction != Reconstruction::none) bytes += sizeof(Index) * boundary_faces;
  for (const CellShape shape : spaced_shapes<Dim>)
    for (const bool curved : {false, true}) {
      std::size_t n = cells[static_cast<int>(shape)][curved];
      if (n == 0) continue;
      n = (n + zone_padding - 1) / zone_padding * zone_padding;
      std::size_t modes = mode_count(space_of(shape, o.quads), o.degree);
      if (assembly == Assembly::tiles || (o.layout == Layout::cellwise && o.reconstruction == Reconstruction::none))
        modes = (modes + mode_group - 1) / mode_group * mode_group;
      const std::size_t state = modes * gas_variables<Dim>;
      std::size_t numbers = states * state + geometry_numbers<Dim>(shape, curved, o, mesh.geometry_order) +
                            (o.local_time_step || o.solves_systems() ? 1 : 0) +
                            reconstruction_numbers<Dim>(shape, curved, o);
      if (assembly == Assembly::blocks && goes_in_blocks(shape, o) && !curved)
        bytes += block_bytes<Dim>(o, shape, n, inside[static_cast<int>(shape)]);
      if (assembly == Assembly::tiles && !curved) numbers += affine_cell_numbers(Dim, face_count(shape));
      if (assembly == Assembly::tiles && curved)
        numbers += curved_tile_cell_numbers<Dim>(shape, o, mesh.geometry_order);
      const bool reconstructs = o.reconstruction != Reconstruction::none;
      const bool numbers_faces =
          storage.indices > 0 && assembly != Assembly::patches && (!reconstructs || assembly == Assembly::gather);
      const std::size_t neighbours = assembly == Assembly::tiles ? 0 : 2;
      const std::size_t indices = face_count(shape) * (neighbours + (numbers_faces ? 1 : 0) + (reconstructs ? 2 : 0));
      bytes += n * (real * numbers + sizeof(Index) * indices);
      if ((device && data.source_varies) || data.mean) {
        const VolumeRule<Dim> rule(mesh, shape, o.quads, o.degree,
                                   source_rule_degree(shape, o.degree, mesh.geometry_order));
        if (device && data.source_varies)
          bytes += n * sizeof(double) * source_geometry_numbers(Dim, curved, rule.size());
        if (data.mean) bytes += n * (real * rule.size() + sizeof(Index));
      }
    }
  return bytes;
}

template <int Dim>
std::size_t estimate_newton_memory(const Mesh<Dim>& mesh, const SolverOptions& o) {
  const std::vector<BlockGraph> levels = multigrid_levels(mesh, o.degree, o.quads, gas_variables<Dim>, o.backend);
  const std::size_t direction = o.products == JacobianProducts::exact ? sizeof(double) * levels.front().unknowns() : 0;
  if (is_implicit(o.scheme)) return direction + esdirk_bytes(levels, esdirk_scheme(o.scheme), o.backend);
  // Mass, momentum and energy, where they are conserved, have four vectors each; see Conservation.
  const std::size_t sums = are_closed(o.boundaries) ? 4 * gas_variables<Dim> * sizeof(double) : 0;
  return direction + newton_bytes(levels, o.backend) + sums * levels.front().unknowns();
}

template <int Dim>
std::size_t estimate_host_memory(const Mesh<Dim>& mesh, const SolverOptions& o) {
  const std::size_t cells = mesh.cell_count(), real = o.precision == Precision::double_precision ? 8 : 4;
  const std::size_t of_mesh = mesh.nodes.size() * sizeof(mesh.nodes[0]) + cells * sizeof(mesh.cell_shapes[0]) +
                              (cells + 1 + mesh.cell_nodes.size()) * sizeof(Index) + mesh.faces.size() * sizeof(Face);
  // Where the modes of each cell begin, in the solver and on the host, and its zone, place and number.
  constexpr std::size_t of_cell = 2 * sizeof(std::size_t) + 3 * sizeof(Index);
  std::size_t state = 0, samples = 0;
  const int shown = std::max({o.degree, mesh.geometry_order, 1});  // order of the cells in files of fields
  for (const CellShape shape : mesh.cell_shapes) {
    state += mode_count(space_of(shape, o.quads), o.degree) * gas_variables<Dim>;
    // Files show a pyramid as a hexahedron.
    samples += node_count(shape == CellShape::pyramid ? CellShape::hexahedron : shape, shown) * gas_variables<Dim>;
  }
  const std::size_t setting = state * (8 + real);                            // the state is fetched likewise
  const std::size_t checkpoint = 8 * state * (o.damping_width > 0 ? 5 : 3);  // modes, and twice their file as it grows
  const std::size_t sampling = 8 * (state + samples) + 2 * sizeof(std::size_t) * cells;
  return 2 * of_mesh + of_cell * cells + std::max({setting, checkpoint, sampling});
}

template std::size_t estimate_memory<2>(const Mesh<2>&, const SolverOptions&, const DataNeeds&);
template std::size_t estimate_memory<3>(const Mesh<3>&, const SolverOptions&, const DataNeeds&);
template std::size_t estimate_newton_memory<2>(const Mesh<2>&, const SolverOptions&);
template std::size_t estimate_newton_memory<3>(const Mesh<3>&, const SolverOptions&);
template std::size_t estimate_host_memory<2>(const Mesh<2>&, const SolverOptions&);
template std::size_t estimate_host_memory<3>(const Mesh<3>&, const SolverOptions&);

}  // namespace dg
