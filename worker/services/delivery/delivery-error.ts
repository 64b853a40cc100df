/** The reason why a file did not arrive; `message` is for the seller. */
export class DeliveryError extends Error {
  override name = "DeliveryError"
  /** True if the same may work later; else the seller has to change something. */
  readonly mayPass: boolean
  constructor(message: string, mayPass: boolean) {
    super(message)
    this.mayPass = mayPass
  }
}

/** The letters of an answer's status text that a seller is shown. */
const MAX_STATUS_TEXT = 60
/** The statuses of timeouts, locks, too many calls, the server's own trouble, and a full disk. */
const PASSING = new Set([408, 423, 425, 429, 500, 502, 503, 504, 507, 508, 509])

/** Returns the error of an answer that is no success. `words` explain a status better than its number. */
export function refusalOf(response: Response, words: string | undefined): DeliveryError {
  const { status } = response
  const text = response.statusText.replace(/[^\x20-\x7e]/g, "").slice(0, MAX_STATUS_TEXT)
  const shown = text === "" ? `${status}` : `${status} ${text}`
  return new DeliveryError(`${words ?? usualWords(status)} (${shown})`, isPassing(status))
}

/** Returns the error of an answer that is a page in place of the protocol's answer: no file has arrived. */
export function pageInstead(sender: string): DeliveryError {
  return new DeliveryError(
    `The address answers with a web page, perhaps a sign-in page, and not like ${sender}. Nothing has arrived.`,
    false,
  )
}

/** Returns the error of a file that is there in another length: the next try replaces it. */
export function wrongLength(arrived: number | null, bytes: number): DeliveryError {
  const words = arrived === null ? "does not say how much" : `says that ${arrived} bytes`
  return new DeliveryError(`The server ${words} of ${bytes} bytes has arrived.`, true)
}

function isPassing(status: number): boolean {
  return PASSING.has(status) || status > 509
}

function usualWords(status: number): string {
  if (status >= 300 && status < 400)
    return "The server redirects to another address, which we do not follow: enter that address"
  switch (status) {
    case 401:
      return "The server does not accept the name or the password"
    case 403:
      return "The server does not let this account write there"
    case 404:
      return "There is nothing at this address"
    case 405:
      return "This address does not accept files"
    case 413:
      return "The file is larger than the server accepts"
    case 429:
      return "The server asks for fewer requests"
    case 507:
      return "The server has no room left"
    default:
      return status >= 500 ? "The server has a problem" : "The server refuses the file"
  }
}
