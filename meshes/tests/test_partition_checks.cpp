// What a partition file says of its parts is checked as the mesh is: by a single process for all of it, by ranks for
// their own.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <random>

#include "meshes/build.hpp"
#include "meshes/errors.hpp"
#include "meshes/generate.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/mesh_fingerprint.hpp"
#include "meshes/mesh_tables.hpp"
#include "meshes/output_file.hpp"
#include "meshes/part_faces.hpp"
#include "meshes/partition_file.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::TemporaryFolder;

namespace {

/// A partition file as its tables.
struct Tables {
  Mesh2 mesh;
  std::vector<Index> cells, faces, nodes, shared_begin, shared_faces, cell_node_begin;
  std::string fingerprint;

  std::vector<std::vector<Index>*> lists() {
    return {&cells, &faces, &nodes, &shared_begin, &shared_faces, &cell_node_begin};
  }
};

Tables sound_tables() {
  Mesh2 mesh = generate_mesh("square", 0, {{"kind", "hybrid"}, {"n", "3"}});
  connect_periodic(mesh, "left", "right", "test");
  std::vector<int> part_of;
  for (Index c = 0; c < mesh.cell_count(); ++c) part_of.push_back(c * 7 % 11 % 3);
  const auto parts = in_parts(mesh, part_of, 3);
  Tables t{parts.mesh, parts.cells, parts.faces, parts.nodes, {0, 0, 0, 0}, {}, parts.mesh.cell_node_begin, ""};
  for (const auto& [part, face] :
       shared_faces(t.cells, t.mesh.faces, [](std::size_t f) { return static_cast<Index>(f); })) {
    for (std::size_t k = part + 1; k < t.shared_begin.size(); ++k) ++t.shared_begin[k];
    t.shared_faces.push_back(face);
  }
  t.fingerprint = mesh_fingerprint(t.mesh);
  return t;
}

void write(const Tables& t, const std::string& path) {
  OutputFile output(path);
  Hdf5TableWriter file;
  write_mesh_tables(file, t.mesh);
  file.attribute("fingerprint", t.fingerprint);
  const auto list = [&](const char* name, const std::vector<Index>& numbers) {
    file.table(name, numbers.data(), numbers.size(), 1);
  };
  list("cell_node_begin", t.cell_node_begin);
  list("part_cells", t.cells);
  list("part_faces", t.faces);
  list("part_nodes", t.nodes);
  list("part_shared_begin", t.shared_begin);
  list("part_shared_faces", t.shared_faces);
  output.write(file.finish());
  output.publish();
}

bool is_refused(const std::function<void()>& read) {
  try {
    read();
  } catch (const InputError&) {
    return true;
  }
  return false;
}

/// Whether one of so many ranks refuses the file; one rank reads it as a mesh.
bool is_refused(const std::string& path, int ranks) {
  if (ranks == 1) return is_refused([&] { read_mesh(path); });
  bool refused = false;
  for (int rank = 0; rank < ranks; ++rank)
    refused = is_refused([&] { read_subdomain<2>(path, rank, ranks); }) || refused;
  return refused;
}

/// What shared_faces() says of a mesh whose faces have been exchanged.
void exchange_faces(Tables& t, Index a, Index b) { std::swap(t.mesh.faces[a], t.mesh.faces[b]); }

}  // namespace

TEST_CASE("tables of parts that do not fit the mesh are refused on one rank and on several") {
  const TemporaryFolder folder;
  const std::string path = folder / "parts.h5";
  write(sound_tables(), path);
  for (const int ranks : {1, 2, 3}) REQUIRE_FALSE(is_refused(path, ranks));

  const std::vector<std::pair<std::string, std::function<void(Tables&)>>> changes{
      {"a part that begins a cell late", [](Tables& t) { ++t.cells[1]; }},
      {"parts beyond the cells", [](Tables& t) { ++t.cells.back(); }},
      {"parts that leave out a cell", [](Tables& t) { --t.cells.back(); }},
      {"parts that begin later", [](Tables& t) { t.cells.front() = 1; }},
      {"a part without cells", [](Tables& t) { t.cells.insert(t.cells.begin() + 1, t.cells[1]); }},
      {"a part that begins a face late", [](Tables& t) { ++t.faces[2]; }},
      {"a part that begins a face early", [](Tables& t) { --t.faces[1]; }},
      {"faces of no part", [](Tables& t) { --t.faces.back(); }},
      {"nodes of no part", [](Tables& t) { --t.nodes.back(); }},
      {"nodes that are not there", [](Tables& t) { ++t.nodes.back(); }},
      {"nodes that go back", [](Tables& t) { t.nodes[1] = t.nodes[2] + 1; }},
      {"fewer parts of nodes", [](Tables& t) { t.nodes.erase(t.nodes.begin() + 1); }},
      {"a shared face of another part", [](Tables& t) { ++t.shared_begin[2]; }},
      {"a shared face too few", [](Tables& t) { t.shared_faces.pop_back(), --t.shared_begin.back(); }},
      {"a shared face twice", [](Tables& t) { t.shared_faces[1] = t.shared_faces[0]; }},
      {"a face that is not shared", [](Tables& t) { t.shared_faces[0] = 0; }},
      {"shared faces in another order", [](Tables& t) { std::swap(t.shared_faces[0], t.shared_faces[1]); }},
      {"a face number below 0", [](Tables& t) { t.shared_faces[0] = -1; }},
      {"cells whose nodes begin elsewhere",
       [](Tables& t) {
         for (Index& b : t.cell_node_begin) ++b;
       }},
      {"a cell whose nodes begin elsewhere", [](Tables& t) { ++t.cell_node_begin[t.cells[1]]; }},
      {"no end of the nodes of cells", [](Tables& t) { t.cell_node_begin.pop_back(); }},
      {"a begin that overflows", [](Tables& t) { t.cell_node_begin[0] = 2147483647; }},
      {"a local face that no cell has", [](Tables& t) { t.mesh.faces[0].minus_face = 7; }},
      {"a local face below 0", [](Tables& t) { t.mesh.faces[0].plus_face = -1; }},
      {"a cell with itself beside it", [](Tables& t) { t.mesh.faces[0].plus = t.mesh.faces[0].minus; }},
      {"a boundary that is not there", [](Tables& t) { t.mesh.faces.back().boundary = 99; }},
      {"a face of no boundary", [](Tables& t) { t.mesh.faces.back().boundary = -1; }},
      {"a face twice", [](Tables& t) { t.mesh.faces[1] = t.mesh.faces[0]; }},
      {"faces in parts of others", [](Tables& t) { exchange_faces(t, 0, t.faces[2]); }},
      {"cells that do not share the face",
       [](Tables& t) { t.mesh.faces[0].plus_face = (t.mesh.faces[0].plus_face + 1) % 3; }},
      {"a periodic pair that is not there", [](Tables& t) { t.mesh.periodic_pairs[0].a = 99; }},
      {"a periodic pair elsewhere", [](Tables& t) { t.mesh.periodic_pairs[0].translation[0] += 0.1; }},
      {"no periodic pair", [](Tables& t) { t.mesh.periodic_pairs.clear(); }}};
  for (const auto& [what, change] : changes) {
    Tables t = sound_tables();
    change(t);
    write(t, path);
    for (const int ranks : {1, 2, 3}) {
      INFO(what << ", " << ranks << " ranks");
      CHECK(is_refused(path, ranks));
    }
  }
}

TEST_CASE("a partition file whose fingerprint is that of another mesh is refused") {
  const TemporaryFolder folder;
  Tables t = sound_tables();
  t.fingerprint = "0123456789abcdef";
  write(t, folder / "parts.h5");
  CHECK(is_refused(folder / "parts.h5", 1));
}

TEST_CASE("what one rank takes, several take, whatever number has changed") {
  const TemporaryFolder folder;
  const std::string path = folder / "parts.h5";
  std::mt19937 random(7);
  int refused = 0;
  constexpr int attempts = 40;
  for (int i = 0; i < attempts; ++i) {
    Tables t = sound_tables();
    auto& list = *t.lists()[random() % t.lists().size()];
    list[random() % list.size()] += static_cast<Index>(random() % 7) - 3;
    write(t, path);
    const bool by_one = is_refused(path, 1);
    INFO(i);
    for (const int ranks : {2, 3}) CHECK(is_refused(path, ranks) == by_one);
    refused += by_one ? 1 : 0;
  }
  CHECK(refused > attempts / 2);
}
