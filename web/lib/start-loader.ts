/** The time from the start of the navigation, by the specification. */
const START_LOADER_MS = 1000

/**
 * Removes the spinner of index.html once its second is over and the page in `root` is shown. It never comes
 * back, so that it shows only at a hard start.
 */
export function endStartLoader(root: HTMLElement): void {
  let isDue = false
  const watch = new MutationObserver(endIfDue)
  watch.observe(root, { childList: true, subtree: true })
  // The timer alone decides. It may fire a hair before the clock has its second, and a page at rest would
  // give no second cause to look.
  setTimeout(
    () => {
      isDue = true
      endIfDue()
    },
    Math.ceil(START_LOADER_MS - performance.now()),
  )
  function endIfDue() {
    const isThere = root.hasChildNodes() && root.querySelector("[data-start-loader]") === null
    if (!isThere || !isDue) return
    watch.disconnect()
    document.getElementById("start")?.remove()
  }
}
