const BAR_CELLS = 24

export type Progress = {
  /** Shows how far a step is; the share is from 0 to 1, null where nobody knows. */
  show(step: string, share?: number | null): void
  /** Ends the bar's line. */
  end(): void
}

/** Opens a bar that is drawn over itself on a terminal; elsewhere each step is a line. */
export function openProgress(stream: NodeJS.WriteStream): Progress {
  let line = ""
  let step = ""
  return {
    show(next, share = null) {
      if (!stream.isTTY) {
        if (next !== step) stream.write(`${next}\n`)
        step = next
        return
      }
      const words = share === null ? `${next} …` : `${barOf(share)} ${next} ${Math.floor(share * 100)} %`
      if (words === line) return
      // Erases what a longer line has left.
      stream.write(`\r${words}\u001b[K`)
      line = words
    },
    end() {
      if (line !== "") stream.write("\n")
      line = ""
    },
  }
}

function barOf(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * BAR_CELLS)
  return `${"█".repeat(full)}${"░".repeat(BAR_CELLS - full)}`
}
