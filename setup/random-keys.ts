import { randomBytes } from "node:crypto"
import type { WorkerRole } from "./secrets-file.ts"

const KEY_BYTES = 32
/** The shortest key that the Workers take, in characters. */
export const MIN_KEY_LENGTH = 32

export const randomKey = () => randomBytes(KEY_BYTES).toString("base64")

export type RandomKey = {
  name: string
  roles: readonly WorkerRole[]
  make(): string
  /** The effect of a new key on a live shop. */
  loss: string
  /** True if a shop that is live without the key stays without. */
  isForNewAlone?: boolean
}

/** The secrets that are made here and shown to nobody. */
export const randomKeys: readonly RandomKey[] = [
  { name: "SESSION_KEY", roles: ["edge", "press"], make: randomKey, loss: "everybody is signed out" },
  {
    // Without it mailboxes are hashed under the session key, and a later one would know none of them.
    name: "MAILBOX_KEY",
    roles: ["edge", "press"],
    make: randomKey,
    loss: "mailboxes may have their trial again",
    isForNewAlone: true,
  },
  {
    name: "TOKEN_KEYS",
    roles: ["edge", "press"],
    make: () => `1:${randomKey()}`,
    loss: "every shop has to be connected to Etsy again",
  },
  {
    name: "OPERATOR_KEY",
    roles: ["edge"],
    make: randomKey,
    loss: "whoever exports and imports accounts needs it",
  },
]
