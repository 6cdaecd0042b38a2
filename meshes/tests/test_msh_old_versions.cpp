// Versions 1 and 4.0 of Gmsh's file format.
#include <catch2/catch.hpp>
#include <cstring>

#include "meshes/tests/msh_text.hpp"
#include "meshes/tests/replaced.hpp"

using namespace dg;
using samples::msh2;
using samples::read_msh_text;
using samples::refuse_msh_text;
using samples::replaced;

namespace {

const std::string version_1 =
    "$NOD\n5\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n9 7 7 7\n$ENDNOD\n$ELM\n6\n1 1 1 1 2 1 2\n2 1 1 1 2 2 3\n"
    "3 1 2 2 2 3 4\n4 1 2 2 2 4 1\n5 3 9 1 4 1 2 3 4\n6 15 3 1 1 1\n$ENDELM\n";

/// Binary numbers one after the other.
class Bytes {
 public:
  Bytes& ints(std::initializer_list<int> numbers) { return append(numbers); }
  Bytes& longs(std::initializer_list<std::uint64_t> numbers) { return append(numbers); }
  Bytes& doubles(std::initializer_list<double> numbers) { return append(numbers); }
  Bytes& text(const std::string& piece) {
    bytes += piece;
    return *this;
  }

  std::string bytes;

 private:
  template <class T>
  Bytes& append(std::initializer_list<T> numbers) {
    for (const T number : numbers) bytes.append(reinterpret_cast<const char*>(&number), sizeof(T));
    return *this;
  }
};

}  // namespace

TEST_CASE("files of version 1 of Gmsh are read, the numbers of their groups being the names") {
  const Mesh2 mesh = read_msh_text(version_1);
  Mesh2 same_mesh = read_msh_text(msh2(samples::unit_square, samples::square_elements));
  same_mesh.boundary_names = {"1", "2"};
  CHECK(samples::same(mesh, same_mesh));
  CHECK(samples::same(read_msh_text("# old\n" + version_1), same_mesh));
  CHECK(read_msh_text(replaced(version_1, "4 1 2 2 2 4 1", "4 1 0 2 2 4 1")).boundary_names ==
        std::vector<std::string>{"1", "2", "default"});
}

TEST_CASE("damaged files of version 1 of Gmsh are refused with the line") {
  refuse_msh_text(replaced(version_1, "5 3 9 1 4 1", "5 3 9 1 3 1"),
                  {"text.msh:15: an element of type 3 has 4 nodes, not 3"});
  refuse_msh_text(replaced(version_1, "5 3 9 1 4 1", "5 198 9 1 4 1"), {"text.msh:15: elements of type 198"});
  refuse_msh_text(replaced(version_1, "$NOD\n5", "$NOD\n6"), {"text.msh:8: a number is missing here"});
  refuse_msh_text(replaced(version_1, "$NOD\n5", "$NOD\n4"), {"text.msh:7: $ENDNOD must follow"});
  refuse_msh_text(replaced(version_1, "$ELM\n6", "$ELM\n600"), {"600 elements do not fit"});
  refuse_msh_text(replaced(version_1, "$ELM", "$ELEMENTS"), {"text.msh:9: $ELEMENTS is not a section of version 1"});
  refuse_msh_text(replaced(version_1, "1 2 3 4\n6", "1 2 3 5\n6"), {"element 5 has node 5, which is not in the file"});
  refuse_msh_text(version_1.substr(0, version_1.find("$ELM")), {"has no triangles or quadrilaterals"});
  for (std::size_t size = 6; size < version_1.size() - 8; ++size)
    refuse_msh_text(version_1.substr(0, size), {"text.msh"});
}

TEST_CASE("binary files of version 4.0 are read") {
  Bytes file;
  file.text("$MeshFormat\n4 1 8\n").ints({1}).text("\n$EndMeshFormat\n");
  file.text("$PhysicalNames\n1\n1 1 \"wall\"\n$EndPhysicalNames\n$Entities\n").longs({1, 1, 1, 0});
  file.ints({1}).doubles({0, 0, 0, 0, 0, 0}).longs({0});
  file.ints({3}).doubles({0, 0, 0, 1, 1, 0}).longs({1}).ints({1}).longs({2}).ints({1, -1});
  file.ints({4}).doubles({0, 0, 0, 1, 1, 0}).longs({0}).longs({1}).ints({3}).text("\n$EndEntities\n");
  file.text("$Nodes\n").longs({1, 4}).ints({4, 2, 1}).longs({4});
  for (const auto& [tag, x, y] : {std::tuple{1, 0., 0.}, {2, 1., 0.}, {3, 1., 1.}, {4, 0., 1.}})
    file.ints({tag}).doubles({x, y, 0, 0.5, 0.5});  // parameters behind each place
  file.text("\n$EndNodes\n$Elements\n").longs({2, 5}).ints({3, 1, 1}).longs({4});
  for (int e = 1; e <= 4; ++e) file.ints({e, e, e % 4 + 1});
  file.ints({4, 2, 3}).longs({1}).ints({5, 1, 2, 3, 4}).text("\n$EndElements\n");
  const Mesh2 mesh = read_msh_text(file.bytes);
  Mesh2 same_mesh = read_msh_text(msh2(samples::unit_square, samples::square_elements));
  CHECK(mesh.nodes == same_mesh.nodes);
  CHECK(mesh.cell_nodes == same_mesh.cell_nodes);
  CHECK(mesh.boundary_names == std::vector<std::string>{"wall"});
  for (std::size_t size = 12; size + 20 < file.bytes.size(); size += 3)
    refuse_msh_text(file.bytes.substr(0, size), {"text.msh"});
}
