#include "meshes/foreign_mesh_child.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "meshes/child_process.hpp"
#include "meshes/errors.hpp"
#include "meshes/msh_elements.hpp"

namespace dg {
namespace {

constexpr std::uint64_t bytes_per_second = 1 << 20;  // that are surely read
constexpr std::uint64_t bytes_per_byte = 64;         // of memory for one of the file, which may be compressed

/// Sends what a file says through a pipe, until the other end does not listen any more.
class Sender {
 public:
  explicit Sender(int pipe_end) : pipe_end_(pipe_end) {}

  template <class T>
  void put(const T& value) {
    hears_ = hears_ && write_all(pipe_end_, &value, sizeof(T));
  }

  template <class Items>
  void put_all(const Items& items) {
    put(static_cast<std::uint64_t>(items.size()));
    hears_ = hears_ && write_all(pipe_end_, items.data(), items.size() * sizeof(*items.data()));
  }

  void put_mesh(const ForeignMesh& mesh) {
    put_all(mesh.nodes);
    put(static_cast<std::uint64_t>(mesh.blocks.size()));
    for (const ElementBlock& block : mesh.blocks) {
      put(block.type);
      put_all(block.groups);
      put_all(block.nodes);
    }
    put(static_cast<std::uint64_t>(mesh.group_names.size()));
    for (const auto& [key, name] : mesh.group_names) {
      put(key.first);
      put(key.second);
      put_all(name);
    }
    put(static_cast<std::uint64_t>(mesh.periodic_nodes.size()));
    for (const PeriodicNodes& nodes : mesh.periodic_nodes) {
      put(nodes.dimension);
      put_all(nodes.pairs);
    }
    put_all(mesh.advice_on_cells);
  }

  void put_notes(const std::vector<std::string>& notes) {
    put(static_cast<std::uint64_t>(notes.size()));
    for (const std::string& note : notes) put_all(note);
  }

 private:
  int pipe_end_;
  bool hears_ = true;
};

struct Broken {};

/// Receives that, and trusts nothing: a damaged file may have spoilt the memory of the child.
class Receiver {
 public:
  Receiver(int pipe_end, std::uint64_t most_bytes) : pipe_end_(pipe_end), left_(most_bytes) {}

  template <class T>
  T get() {
    T value;
    if (!read_all(pipe_end_, &value, sizeof(T))) throw Broken{};
    return value;
  }

  template <class Items>
  Items get_all() {
    const auto count = get<std::uint64_t>();
    constexpr std::size_t size = sizeof(typename Items::value_type);
    if (count > left_ / size) throw Broken{};
    left_ -= count * size;
    Items items(count, typename Items::value_type{});
    if (!read_all(pipe_end_, items.data(), count * size)) throw Broken{};
    return items;
  }

  ForeignMesh get_mesh() {
    ForeignMesh mesh;
    mesh.nodes = get_all<std::vector<std::array<double, 3>>>();
    const auto fits = [&](Index n) { return n >= 0 && static_cast<std::size_t>(n) < mesh.nodes.size(); };
    for (auto left = get<std::uint64_t>(); left > 0; --left) {
      ElementBlock& block = mesh.blocks.emplace_back();
      block.type = get<int>();
      block.groups = get_all<std::vector<int>>();
      block.nodes = get_all<std::vector<Index>>();
      const MshElementType type = msh_element_type(block.type);
      if (type.shape == MshShape::unknown || block.nodes.size() % static_cast<std::size_t>(type.node_count) != 0 ||
          !std::all_of(block.nodes.begin(), block.nodes.end(), fits))
        throw Broken{};
    }
    for (auto left = get<std::uint64_t>(); left > 0; --left) {
      const int dimension = get<int>(), group = get<int>();
      mesh.group_names[{dimension, group}] = get_all<std::string>();
    }
    for (auto left = get<std::uint64_t>(); left > 0; --left) {
      PeriodicNodes& nodes = mesh.periodic_nodes.emplace_back();
      nodes.dimension = get<int>();
      nodes.pairs = get_all<std::vector<std::array<Index, 2>>>();
      for (const auto& [image, original] : nodes.pairs)
        if (!fits(image) || !fits(original)) throw Broken{};
    }
    mesh.advice_on_cells = get_all<std::string>();
    return mesh;
  }

  std::vector<std::string> get_notes() {
    std::vector<std::string> notes;
    for (auto left = get<std::uint64_t>(); left > 0; --left) notes.push_back(get_all<std::string>());
    return notes;
  }

 private:
  int pipe_end_;
  std::uint64_t left_;
};

enum class Answer : char { mesh, refusal };

void answer(const ReadForeignMesh& read, int pipe_end) {
  Sender sender(pipe_end);
  std::vector<std::string> notes;
  try {
    const ForeignMesh mesh = read(notes);
    sender.put(Answer::mesh);
    sender.put_mesh(mesh);
    sender.put_notes(notes);
  } catch (const InputError& error) {
    sender.put(Answer::refusal);
    sender.put_all(std::string(error.what()));
  }
}

}  // namespace

ForeignMesh read_in_child(const std::string& path, const char* library, const ReadForeignMesh& read,
                          std::vector<std::string>& notes) {
  const std::uint64_t size = std::filesystem::file_size(path);
  ChildLimits limits;
  limits.seconds += size / bytes_per_second;
  limits.memory += size * bytes_per_byte;
  std::optional<ForeignMesh> mesh;
  std::vector<std::string> said;
  std::string refusal = fmt::format("{}: is damaged: the {} library cannot read it", path, library);
  const auto listen = [&](int pipe_end) {
    try {
      Receiver receiver(pipe_end, limits.memory);
      if (receiver.get<Answer>() == Answer::mesh) {
        ForeignMesh received = receiver.get_mesh();
        said = receiver.get_notes();
        mesh = std::move(received);
      } else {
        refusal = receiver.get_all<std::string>();
      }
    } catch (const Broken&) {
    }
  };
  if (!with_child(
          limits, [&](int pipe_end) { answer(read, pipe_end); }, listen))
    throw InputError(fmt::format("{}: cannot be read: no process can be started for the {} library", path, library));
  if (!mesh) throw InputError(refusal);
  notes.insert(notes.end(), said.begin(), said.end());
  return std::move(*mesh);
}

}  // namespace dg
