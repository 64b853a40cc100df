import type { ErrorCode } from "./error.ts"

/** The meaning of each refusal, and what a program does about it, for people who write one. */
export const errorWords: Record<ErrorCode, string> = {
  "validation-failed":
    "Something in the call is not as described. `fields` names each wrong field. Mend it, then send it again.",
  "signed-out": "The call has no access token. Send it in the header `Authorization: Bearer …`.",
  "token-invalid":
    "The access token is mistyped, revoked or expired, or its account is not active. Make a new one.",
  "credits-too-few": "The account has too few credits. Buy some, or print fewer copies.",
  forbidden: "Access tokens do not reach this call, or a test token does not. No other scope helps.",
  "not-a-member":
    "You do not work in the account that `X-Account` names, or not any more. Ask its owner for an invitation.",
  "scope-missing": "The access token lacks the scope in `scope`. Make one that has it.",
  "not-found": "There is no such thing in this account. It may have been deleted.",
  "timed-out": "The body arrived too slowly. Send it again.",
  conflict:
    "The thing is in a state in which this cannot be done. The message says which. Read it again first.",
  "idempotency-key-busy":
    "A call with this key is still running. Wait for the seconds of `Retry-After`, then send it again.",
  "balance-moved": "The balance has changed in the meantime. Read it again.",
  gone: "What the link opened is no longer kept, or its owner has ended it.",
  "too-large": "The body or a file is larger than may be sent.",
  "unsupported-type": "Files of this type cannot be used.",
  unprocessable: "The call is well formed, but it cannot be done. The message and `fields` say why.",
  "idempotency-key-reused": "This key was used for another call. Send a new key with each new call.",
  "layout-invalid": "The layout breaks a rule. `violations` names the places.",
  "too-many-requests": "There were too many calls of this kind. Wait for the seconds of `Retry-After`.",
  "internal-error":
    "The failure is ours, and it is in our log. Send the call again with the same key; if it stays, write to us with the `requestId`.",
  "vendor-unavailable": "A service that this needs did not answer. Send the call again in a minute.",
  unavailable:
    "We cannot reach our storage for a moment. Wait for the seconds of `Retry-After`, then send the call again with the same key.",
}
