import type { EndableTrouble, Trouble, WaitingKind } from "../../../contract/operations/operations.ts"
import type { Tone } from "../../lib/status-tone.ts"

type Words = { state: string; tone: Tone; why: string }

const printStates: Record<string, string> = {
  holding: "Its credits are not reserved yet.",
  stamping: "Its artwork is being prepared, but there is no progress.",
  rendering: "Its sheets are being written, but there is no progress.",
  finishing: "Its sheets are written and checked, but the print is not completed.",
}

const imageStates: Record<string, string> = {
  Ready: "The fonts of its text have changed, but it has not been processed again.",
}

const paymentReasons: Record<string, string> = {
  "not-checked": "PayPal should already have been asked about it.",
  "not-announced": "Its owner has not been notified yet.",
  "dispute-open": "Disputed at PayPal: please answer there.",
}

/** Returns the state of a troubled thing, and the reason. */
export function troubleWords({ kind, state, why, decisions }: Trouble): Words {
  switch (kind) {
    case "print":
      if (state === "failed" && decisions.length === 0) return { state: "Failed", tone: "bad", why }
      return {
        state: "Stuck",
        tone: "warn",
        why:
          printStates[state] ??
          "It has ended, but its credits are not settled or its seller is not notified.",
      }
    case "image":
      return {
        state: "Stuck",
        tone: "warn",
        why: imageStates[state] ?? "It was uploaded, but it has not been processed.",
      }
    case "writing":
      return {
        state: "Stuck",
        tone: "warn",
        why: "Its files are being written for another destination, but there is no progress.",
      }
    case "print-mail":
    case "payment-mail":
    case "run-mail": {
      const isLost = !decisions.includes("give-up")
      return {
        state: isLost ? "Given up" : "E-mail waiting",
        tone: isLost ? "bad" : "warn",
        why: `The e-mail about it was not accepted: ${why}`,
      }
    }
    case "payment":
      return {
        state: why === "dispute-open" ? "Disputed" : "Waiting",
        tone: why === "dispute-open" ? "bad" : "warn",
        why: paymentReasons[why] ?? `PayPal refused it: ${why}`,
      }
    case "shop": {
      // A running sync with a message is one that Etsy has asked to wait.
      const running = why === "" ? "Stuck" : "Waiting"
      return {
        state: state === "running" ? running : "Sync failing",
        tone: "warn",
        why: why || "Its sync is overdue.",
      }
    }
    case "shipment":
      return { state: "Waiting", tone: "warn", why: why || "Its marketplace has not been notified." }
    case "run":
      return { state: "Stuck", tone: "warn", why: "The autopilot has started, but makes no progress." }
    case "pieces":
      return { state: "Stuck", tone: "warn", why: "Its texts were requested, but are not being drawn." }
    case "delivery":
      return { state: "Waiting", tone: "warn", why: "Its files have not been sent to an address." }
    case "autopilot":
      return { state: "Stuck", tone: "warn", why: "Its time has passed, but it has not started." }
    case "account":
      return { state: "Stuck", tone: "warn", why: "It was deleted, but some of its data is still here." }
  }
}

/** The names of the kinds of things; for an e-mail, its subject. */
export const thingWords: Record<Trouble["kind"], string> = {
  print: "Print",
  image: "Image",
  "print-mail": "E-mail, print",
  "payment-mail": "E-mail, payment",
  "run-mail": "E-mail, autopilot",
  writing: "Files of",
  delivery: "Files to send of",
  autopilot: "Autopilot of",
  account: "Account",
  payment: "Payment",
  shop: "Store",
  shipment: "Shipment of order",
  run: "Autopilot of",
  pieces: "Pieces of",
}

/** The names of queues and sweeps, by what waits in them. */
export const waitingNames: Record<WaitingKind, string> = {
  images: "Images to read",
  prints: "Prints under way",
  payments: "Payments to announce",
  mails: "E-mails to send",
  checks: "Payments to check at PayPal",
  syncs: "Stores to sync",
  deliveries: "Prints to send",
  shipments: "Shipments to report",
  runs: "Autopilots at work",
  jobs: "Jobs of programs",
  events: "Events to send",
  pieces: "Pieces to draw",
  accounts: "Accounts to purge",
  deletions: "Deletions to finish",
  archives: "Orders to archive",
  objects: "Files to remove",
}

/** Returns when a trigger's sweeps run. */
export function triggerName(cron: string): string {
  return { "* * * * *": "Every minute", "17 3 * * *": "Every night" }[cron] ?? cron
}

/** The effect of giving up, shown before it is done. */
export const giveUpWords: Record<EndableTrouble, string> = {
  print: "The print fails: its credits are returned, and its seller is asked to process it again.",
  image: "The image fails, and its seller is asked to upload it again.",
  writing: "The files fail, and their seller is asked to write them again.",
  "print-mail": "The e-mail is not sent. The seller still sees the result on the page.",
  "run-mail": "The e-mail is not sent. The seller still sees the result on the page.",
  "payment-mail": "The e-mail is not sent. The seller still sees the result on the page.",
  payment:
    "The payment is cancelled. If PayPal has taken the money after all, its webhook still brings the credits.",
  shop: "The sync ends. The orders read so far are kept, and the next one starts in 15 minutes.",
}
