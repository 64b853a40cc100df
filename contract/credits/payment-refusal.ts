/**
 * The reason why PayPal took no money. `payer`: the payment ends at once and the payer must act.
 * `ours`: retried until the shop's account is put right. `state`: the order says it.
 */
export type Refusal = { whose: "payer" | "ours" | "state"; sentence: string }

const again = "Nothing was charged."
const otherWay =
  "Please start again and choose another card or bank on PayPal's page, or pay by bank transfer."

const payer = {
  means: `Your bank or card refused this payment. ${again} ${otherWay}`,
  expired: `The card has expired. ${again} Please start again with a valid card, or pay by bank transfer.`,
  brand: `PayPal cannot take this kind of card here. ${again} ${otherWay}`,
  account: `PayPal does not let this PayPal account pay at the moment. ${again} Please look at paypal.com for what it asks of you, or pay with a card or by bank transfer.`,
  method: `PayPal does not let this account pay here; it may lack a way to pay at once, such as a card or a balance. ${again} Please start again with a card or another PayPal account, or pay by bank transfer.`,
  refused: `PayPal refused this payment. ${again} Please try another card or PayPal account, or pay by bank transfer.`,
  limit: `This is more than PayPal lets this account pay at once. ${again} Please choose a smaller package, another way to pay, or a bank transfer.`,
  attempts: `PayPal has seen too many attempts for this payment. ${again} Please start a new one with another card or bank, or pay by bank transfer.`,
  country: `PayPal allows this payment only between accounts in the same country. ${again} Please pay by bank transfer.`,
  approval: `Your approval at PayPal has expired. ${again} Please start again and approve the payment on PayPal's page.`,
  duplicate: `PayPal treats this as a payment that it already has. ${again} Please look at your payment history, then start a new payment.`,
} as const
const ours =
  "PayPal does not let us take this payment at the moment. Nothing was charged. We have been told; you need not do anything, or you can pay by bank transfer."
const state =
  "PayPal has not carried out this payment. Nothing was charged. If it still shows as unpaid tomorrow, please start again."
const unanswered =
  "PayPal does not tell us whether this payment went through. If PayPal shows it as paid, please write to us; otherwise please start again."

/** PayPal's capture issues by the party to act (its OpenAPI's orders.capture-4xx; Orders v2 errors). */
const issues: { whose: Refusal["whose"]; sentence: string; names: readonly string[] }[] = [
  {
    whose: "payer",
    sentence: payer.means,
    names: [
      "INSTRUMENT_DECLINED",
      "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
      "PAYMENT_SOURCE_DECLINED_BY_PROCESSOR",
      "PAYMENT_SOURCE_CANNOT_BE_USED",
      "PAYMENT_SOURCE_NOT_SUPPORTED",
      "BANK_NOT_SUPPORTED_FOR_VERIFICATION",
    ],
  },
  { whose: "payer", sentence: payer.expired, names: ["CARD_EXPIRED", "REFERENCED_CARD_EXPIRED"] },
  { whose: "payer", sentence: payer.brand, names: ["CARD_BRAND_NOT_SUPPORTED", "CARD_TYPE_NOT_SUPPORTED"] },
  {
    whose: "payer",
    sentence: payer.account,
    names: ["PAYER_ACCOUNT_RESTRICTED", "PAYER_ACCOUNT_LOCKED_OR_CLOSED"],
  },
  { whose: "payer", sentence: payer.method, names: ["PAYER_CANNOT_PAY"] },
  {
    whose: "payer",
    sentence: payer.refused,
    names: [
      "TRANSACTION_REFUSED",
      "PAYEE_BLOCKED_TRANSACTION",
      "TRANSACTION_BLOCKED_BY_PAYEE",
      "COMPLIANCE_VIOLATION",
      "DECLINED_DUE_TO_RELATED_TXN",
      "PAYMENT_DENIED",
      // This is our own code: PayPal made the capture, then declined it.
      "CAPTURE_DECLINED",
    ],
  },
  { whose: "payer", sentence: payer.limit, names: ["TRANSACTION_LIMIT_EXCEEDED"] },
  { whose: "payer", sentence: payer.attempts, names: ["MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED"] },
  { whose: "payer", sentence: payer.country, names: ["DOMESTIC_TRANSACTION_REQUIRED"] },
  {
    whose: "payer",
    sentence: payer.approval,
    names: [
      "PAYER_ACTION_REQUIRED",
      "CONSENT_NEEDED",
      "ORDER_EXPIRED",
      "AGREEMENT_ALREADY_CANCELLED",
      "BILLING_AGREEMENT_NOT_FOUND",
      "BILLING_AGREEMENT_ID_MISMATCH",
      "TOKEN_EXPIRED",
      "TOKEN_ID_NOT_FOUND",
    ],
  },
  { whose: "payer", sentence: payer.duplicate, names: ["DUPLICATE_INVOICE_ID"] },
  {
    whose: "state",
    sentence: state,
    names: [
      "ORDER_ALREADY_CAPTURED",
      "ORDER_COMPLETED_OR_VOIDED",
      "ORDER_VOIDED",
      "ORDER_NOT_APPROVED",
      "ORDER_COMPLETION_IN_PROGRESS",
      "PREVIOUS_REQUEST_IN_PROGRESS",
      // This is our own code: no conclusive answer.
      "NO_ANSWER",
    ],
  },
  // This is our own code: even the outcome is unknown.
  { whose: "state", sentence: unanswered, names: ["UNANSWERED"] },
]

const refusals = new Map<string, Refusal>(
  issues.flatMap(({ names, whose, sentence }) => names.map((name) => [name, { whose, sentence }] as const)),
)

/**
 * Returns who must act on an issue, and the sentence that the payer reads. An unknown issue is `ours`
 * (the shop's account, its permissions or its request), so that somebody looks.
 */
export function refusalOf(issue: string): Refusal {
  return refusals.get(issue) ?? { whose: "ours", sentence: ours }
}
