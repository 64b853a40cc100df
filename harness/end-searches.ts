/**
 * Runs in a page before its scripts: a sheet is shown at once, and no thread searches a shorter one,
 * which would keep a core busy during a test of something else.
 */
export function endSearches(): void {
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function (message: { effort?: string }) {
    if (message.effort === undefined || message.effort === "quick") postMessage.call(this, message)
  }
}
