/** Returns the minutes that this browser's clock is ahead of UTC. */
export function utcOffsetMin(): number {
  return -new Date().getTimezoneOffset()
}

/** Lets the server search dates as this browser shows them; empty without a search. */
export function searchOffset(search: string): { utcOffsetMin?: number } {
  return search === "" ? {} : { utcOffsetMin: utcOffsetMin() }
}

/** Returns a range of days as moments: each day begins and ends by this browser's clock. */
export function momentsOf({ startDate, endDate }: { startDate?: string; endDate?: string }) {
  return {
    startDate: startDate && momentOf(startDate, "T00:00:00.000"),
    endDate: endDate && momentOf(endDate, "T23:59:59.999"),
  }
}

/** Returns a moment: a time without a zone is in the browser's zone; a full timestamp stays unchanged. */
function momentOf(date: string, time: string): string {
  return date.includes("T") ? date : new Date(date + time).toISOString()
}

/** Returns the IANA name of this browser's zone: `America/New_York`. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
