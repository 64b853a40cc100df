/** Lines of the runtime's own that are nobody's error. */
const harmless = [
  // A caller closed the connection before the answer was written, such as a browser whose WebSocket is refused; see
  // https://github.com/cloudflare/workerd/issues/3207.
  /^kj::\S+ = kj\/async-io-unix\.c\+\+:\d+: disconnected: ::(read|writev?)\(/,
  // On a busy machine an object's alarm rings late. It rings all the same.
  /^NOSENTRY SQLite alarm overdue, running /,
]

/** Whether a line that the runtime logged as an error says nothing of the Worker. */
export function isHarmless(line: string): boolean {
  return harmless.some((pattern) => pattern.test(line))
}
