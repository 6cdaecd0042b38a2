#include "libdg/backend/cuda_array_exchange.hpp"

#include <span>

#include "libdg/backend/array_launch.hpp"
#include "libdg/backend/cuda_check.hpp"
#include "libdg/backend/cuda_ranks.hpp"
#include "libdg/backend/cuda_stream.hpp"
#include "libdg/backend/cuda_trace.hpp"

namespace dg {
namespace {

/// RotatedPlaces in the memory of the device.
template <class Real>
struct RotatedVectors {
  std::vector<double> rotation;
  Array<std::int64_t> places;

  void launch(Real* array, cudaStream_t stream) const {
    const auto of = [&]<int Dim>() {
      launch_rotation(places.size() / Dim, places.data(), rotation_of<Real, Dim>(rotation), array, stream);
    };
    rotation.size() == 4 ? of.template operator()<2>() : of.template operator()<3>();
  }
};

/// On the urgent stream.
template <class Real>
class CudaArrayExchange final : public ArrayExchange<Real> {
 public:
  CudaArrayExchange(Backend& backend, Communicator& communicator, const std::vector<ExchangedPlaces>& places,
                    const std::vector<RotatedPlaces>& rotated) {
    std::vector<std::int64_t> sent, received;
    std::vector<DeviceMessage> sends, receives;
    for (const ExchangedPlaces& p : places) {
      sends.push_back({p.rank, sent.size() * sizeof(Real), p.sent.size() * sizeof(Real)});
      receives.push_back({p.rank, received.size() * sizeof(Real), p.received.size() * sizeof(Real)});
      sent.insert(sent.end(), p.sent.begin(), p.sent.end());
      received.insert(received.end(), p.received.begin(), p.received.end());
    }
    sent_ = Array<std::int64_t>(backend, sent);
    received_ = Array<std::int64_t>(backend, received);
    out_ = Array<Real>(backend, sent.size());
    in_ = Array<Real>(backend, received.size());
    for (const RotatedPlaces& r : rotated) rotated_.push_back({r.rotation, Array<std::int64_t>(backend, r.places)});
    CudaRanks& ranks = CudaRanks::of(communicator);
    name_ = ranks.name();
    messages_ = ranks.exchange(out_.data(), sends, in_.data(), receives);
  }

  void start(Real* array) override {
    ready_.set(cudaStreamPerThread);
    ready_.hold(stream_);
    if (sent_.size() > 0) {
      const TracedPass pass("pack", stream_);
      launch_gather<Real>(sent_.size(), sent_.data(), array, out_.data(), stream_);
    }
    {
      const TracedPass pass("exchange", stream_);
      messages_->launch(stream_);
    }
    if (received_.size() > 0) {
      const TracedPass pass("unpack", stream_);
      launch_scatter<Real>(received_.size(), received_.data(), in_.data(), array, stream_);
      for (const RotatedVectors<Real>& vectors : rotated_) vectors.launch(array, stream_);
    }
    done_.set(stream_);
  }
  void arrive() override {}
  void finish() override { done_.release(cudaStreamPerThread); }
  bool is_under_way() const override { return done_.is_set(); }
  const char* name() const override { return name_; }

 private:
  Array<std::int64_t> sent_, received_;
  Array<Real> out_, in_;
  std::vector<RotatedVectors<Real>> rotated_;
  const char* name_;
  std::unique_ptr<DeviceExchange> messages_;
  cudaStream_t stream_ = urgent_stream();
  CudaMark ready_, done_;
};

}  // namespace

template <class Real>
std::unique_ptr<ArrayExchange<Real>> make_cuda_array_exchange(Backend& backend, Communicator& communicator,
                                                              const std::vector<ExchangedPlaces>& places,
                                                              const std::vector<RotatedPlaces>& rotated) {
  return std::make_unique<CudaArrayExchange<Real>>(backend, communicator, places, rotated);
}

template std::unique_ptr<ArrayExchange<float>> make_cuda_array_exchange(Backend&, Communicator&,
                                                                        const std::vector<ExchangedPlaces>&,
                                                                        const std::vector<RotatedPlaces>&);
template std::unique_ptr<ArrayExchange<double>> make_cuda_array_exchange(Backend&, Communicator&,
                                                                         const std::vector<ExchangedPlaces>&,
                                                                         const std::vector<RotatedPlaces>&);

}  // namespace dg
