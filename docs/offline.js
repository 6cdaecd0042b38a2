// Search in pages that are opened as files. Browsers refuse workers there, so that a hidden frame takes the place of one:
// it loads the script of the worker, and messages become events on both sides.
if (location.protocol === "file:") {
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      this.waiting = []
      this.frame = document.createElement("iframe")
      this.frame.hidden = true
      const address = new URL(url, document.baseURI).href.replace(/"/g, "%22")
      window.addEventListener("message", event => {
        if (event.source === this.frame.contentWindow)
          this.dispatchEvent(new MessageEvent("message", { data: event.data }))
      })
      this.frame.addEventListener("load", () => {
        this.loaded = true
        this.waiting.splice(0).forEach(data => this.postMessage(data))
      })
      this.frame.srcdoc = `<script>
        var postMessage = data => parent.postMessage(data, "*")
        var importScripts = (...urls) => urls.reduce((before, url) => before.then(() => new Promise((done, failed) => {
          const script = document.createElement("script")
          script.src = url
          script.onload = done
          script.onerror = failed
          document.head.append(script)
        })), Promise.resolve())
      </script><script src="${address}"></script>`
      document.body.append(this.frame)
    }

    postMessage(data) {
      const inside = this.frame.contentWindow
      if (this.loaded) inside.dispatchEvent(new inside.MessageEvent("message", { data }))
      else this.waiting.push(data)
    }

    terminate() {
      this.frame.remove()
    }
  }
}
