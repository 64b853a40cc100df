import type { Delivery, DeliveryAddress } from "../../../contract/delivery/delivery.ts"
import { stepWords } from "../../../contract/orders/step-words.ts"
import type { ManifestRow } from "../../../contract/prints/manifest.ts"
import { plural } from "../../lib/format.ts"
import { isOnItsWay } from "../integrations/delivery-calls.ts"

/** A step of a finished print on its way to the buyers; the first that is not done is `now`. */
export type FinishedStep = { name: string; words: string; state: "done" | "now" | "open" }

/** The next thing to do, which has the page's primary button. */
export type NextStep =
  | { kind: "send" }
  | { kind: "carry" }
  | { kind: "resend"; addressId: string; name: string }
  | { kind: "press" }
  | { kind: "ship" }
  | { kind: "download" }

/** The orders of a print by their progress; cancelled ones and pieces without an order are left out. */
export type OrderCounts = { all: number; pressed: number; shipped: number }

/** Counts the orders by step. A shipped order counts as pressed, too, whether somebody marked it or not. */
export function countOrders(
  rows: readonly Pick<ManifestRow, "orderId" | "isCancelled" | "isPressed" | "isShipped">[],
): OrderCounts {
  const orders = new Map(
    rows.flatMap((row) => (row.orderId === null || row.isCancelled ? [] : [[row.orderId, row] as const])),
  )
  const all = [...orders.values()]
  return {
    all: all.length,
    pressed: all.filter(({ isPressed, isShipped }) => isPressed || isShipped).length,
    shipped: all.filter(({ isShipped }) => isShipped).length,
  }
}

type Standing = {
  /** When it was printed, in words. */
  readyWords: string
  isPrintedByShop: boolean
  orders: OrderCounts
  /** The places that files may go to, the print shop first. */
  addresses: readonly Pick<DeliveryAddress, "_id" | "name">[]
  deliveries: readonly Pick<Delivery, "addressId" | "name" | "state">[]
  /** True if the seller takes the files to the print shop: nothing says that they are there. */
  carriesFiles: boolean
}

/** Returns the steps of a finished print, the next thing to do, and a sentence about both. */
export function finishedSteps(standing: Standing): {
  steps: FinishedStep[]
  next: NextStep | null
  lead: string
  advice: string
} {
  const { orders, addresses, deliveries, isPrintedByShop } = standing
  const isCarried = standing.carriesFiles && deliveries.length === 0
  const taken = deliveries.find(({ state }) => state === "sent") ?? deliveries.find(isOnItsWay)
  const isSent = taken !== undefined || isPrintedByShop || orders.pressed > 0
  const steps: [name: string, words: string, isDone: boolean][] = [["Ready", standing.readyWords, true]]
  if (isCarried) steps.push(["By hand", "You carry the files", isSent])
  else if (addresses.length > 0 || deliveries.length > 0)
    steps.push([taken === undefined ? "Send" : "Sent", sendWords(standing, taken), isSent])
  const ofAll = (count: number) => `${count} of ${plural(orders.all, "order")}`
  if (orders.all > 0)
    steps.push(
      [stepWords.pressed, ofAll(orders.pressed), orders.pressed === orders.all],
      [stepWords.shipped, ofAll(orders.shipped), orders.shipped === orders.all],
    )
  const now = steps.findIndex(([, , isDone]) => !isDone)
  return {
    steps: steps.map(([name, words, isDone], i) => ({
      name,
      words,
      state: isDone ? "done" : i === now ? "now" : "open",
    })),
    ...(isCarried && !isSent && orders.all > 0 ? carryFirst : nextOf(standing, isSent || isCarried, taken)),
  }
}

const carryFirst = {
  next: { kind: "carry" },
  lead: "The film is ready.",
  advice:
    "Take its files to your print shop, or send a link. Mark the orders as pressed once the film is back.",
} as const

function sendWords(
  { addresses, deliveries }: Standing,
  taken: Standing["deliveries"][number] | undefined,
): string {
  if (taken) return taken.state === "sent" ? `To ${taken.name}` : `Sending to ${taken.name}`
  const [failed] = deliveries
  if (failed) return `Not sent to ${failed.name}`
  return `To ${addresses[0].name}`
}

function nextOf(
  { orders, addresses, deliveries }: Standing,
  isSent: boolean,
  taken: Standing["deliveries"][number] | undefined,
): { next: NextStep | null; lead: string; advice: string } {
  if (!isSent && addresses.length > 0) {
    const tried = addresses.find(({ _id }) => deliveries.some(({ addressId }) => addressId === _id))
    const advice = `All its files go to ${(tried ?? addresses[0]).name}.`
    if (tried === undefined) return { next: { kind: "send" }, lead: "The film is ready.", advice }
    const next = { kind: "resend", addressId: tried._id, name: tried.name } as const
    return { next, lead: "The files did not arrive.", advice }
  }
  if (orders.pressed < orders.all)
    return {
      next: { kind: "press" },
      lead: taken && taken.state !== "sent" ? "The files are on their way." : "The film is ready.",
      advice: "Tick its pieces off on the manifest, then mark the orders as pressed.",
    }
  if (orders.shipped < orders.all)
    return {
      next: { kind: "ship" },
      lead: "All orders are pressed.",
      advice: "Add carriers and tracking numbers as parcels go out.",
    }
  if (orders.all > 0) return { next: null, lead: "All orders are shipped.", advice: "Nothing is left to do." }
  if (taken)
    return {
      next: null,
      lead: taken.state === "sent" ? `Sent to ${taken.name}.` : "The files are on their way.",
      advice: "Nothing is left to do.",
    }
  return {
    next: { kind: "download" },
    lead: "The film is ready.",
    advice: "Download its files, or send your print shop a link.",
  }
}
