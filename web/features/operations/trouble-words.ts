import type { EndableTrouble, Trouble } from "../../../contract/operations/operations.ts"
import type { Tone } from "../../lib/status-tone.ts"

type Words = { state: string; tone: Tone; why: string }

const printStates: Record<string, string> = {
  holding: "Its credits are not held yet.",
  stamping: "Its artwork is being sized, without progress.",
  rendering: "Its sheets are being written, without progress.",
  finishing: "Its sheets are written and checked, and it has not ended.",
}

const imageStates: Record<string, string> = {
  Uploading: "Its upload has not ended.",
  Ready: "The fonts of its text have changed, and nobody has read it again.",
}

const paymentReasons: Record<string, string> = {
  "not-checked": "PayPal should have been asked about it by now.",
  "not-announced": "Its owner has not been told yet.",
  "dispute-open": "Disputed at PayPal: please answer there.",
}

/** What is wrong with a thing, in words: its state, and why. */
export function troubleWords({ kind, state, why, decisions }: Trouble): Words {
  switch (kind) {
    case "print":
      if (state === "failed" && decisions.length === 0) return { state: "Failed", tone: "bad", why }
      return {
        state: "Stands still",
        tone: "warn",
        why: printStates[state] ?? "It has ended, but its credits or its news are not settled.",
      }
    case "image":
      return {
        state: "Stands still",
        tone: "warn",
        why: imageStates[state] ?? "It was uploaded, and nobody has read it.",
      }
    case "writing":
      return {
        state: "Stands still",
        tone: "warn",
        why: "Its files are written for one more place, without progress.",
      }
    case "print-mail":
    case "payment-mail":
    case "run-mail": {
      const isLost = !decisions.includes("give-up")
      return {
        state: isLost ? "Given up" : "Mail waits",
        tone: isLost ? "bad" : "warn",
        why: `The mail about it was not accepted: ${why}`,
      }
    }
    case "payment":
      return {
        state: why === "dispute-open" ? "Disputed" : "Waits",
        tone: why === "dispute-open" ? "bad" : "warn",
        why: paymentReasons[why] ?? `PayPal refuses it: ${why}`,
      }
    case "shop": {
      // A running sync with a message is one that Etsy has asked to wait.
      const running = why === "" ? "Stands still" : "Waits"
      return {
        state: state === "running" ? running : "Sync fails",
        tone: "warn",
        why: why || "Its sync is overdue.",
      }
    }
    case "shipment":
      return { state: "Waits", tone: "warn", why: why || "Its marketplace has not been told." }
    case "run":
      return { state: "Stands still", tone: "warn", why: "The autopilot has begun, and goes no further." }
    case "pieces":
      return { state: "Stands still", tone: "warn", why: "Its texts were asked for, and nobody draws them." }
    case "delivery":
      return { state: "Waits", tone: "warn", why: "Its files have not been sent to an address." }
    case "autopilot":
      return { state: "Stands still", tone: "warn", why: "Its time has come, and it has not begun." }
    case "account":
      return { state: "Stands still", tone: "warn", why: "It was deleted, and some of it is still here." }
  }
}

/** `Print`, and for a mail what it is about. */
export const thingWords: Record<Trouble["kind"], string> = {
  print: "Print",
  image: "Image",
  "print-mail": "Mail, print",
  "payment-mail": "Mail, payment",
  "run-mail": "Mail, autopilot",
  writing: "Files of",
  delivery: "Files to send of",
  autopilot: "Autopilot of",
  account: "Account",
  payment: "Payment",
  shop: "Shop",
  shipment: "Shipment of order",
  run: "Autopilot of",
  pieces: "Pieces of",
}

/** What giving up does, before it is done. */
export const giveUpWords: Record<EndableTrouble, string> = {
  print: "The print fails: its credits go back, and its seller is asked to process it again.",
  image: "The image fails, and its seller is asked to upload it again.",
  writing: "The files fail, and their seller is asked to ask for them again.",
  "print-mail": "The mail is not sent. Its seller sees the news on the page.",
  "run-mail": "The mail is not sent. Its seller sees the news on the page.",
  "payment-mail": "The mail is not sent. Its seller sees the news on the page.",
  payment:
    "The payment is cancelled. If PayPal has taken the money after all, its webhook still brings the credits.",
  shop: "The sync ends. The orders read so far are kept, and the next one begins in a quarter of an hour.",
}
