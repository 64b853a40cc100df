import type { BankAccount } from "../../contract/payment.ts"
import { type Env, settingsOf } from "../env.ts"

/** Where bank transfers go. */
export function bankAccountOf(env: Env): BankAccount {
  const { BANK_ACCOUNT_HOLDER, BANK_NAME, BANK_IBAN, BANK_BIC } = settingsOf(env)
  return { accountHolder: BANK_ACCOUNT_HOLDER, bankName: BANK_NAME, iban: BANK_IBAN, bic: BANK_BIC }
}
