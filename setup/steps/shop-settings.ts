import { z } from "zod"
import { bicProblem, ibanProblem } from "../bank-number.ts"
import { settingStep } from "../setting-step.ts"

/** The ways in which customers reach a person. */
export const contact = settingStep("Contact", [
  {
    name: "CONTACT_EMAIL",
    text: "Which e-mail address do customers see for questions?",
    check: (value) => (z.email().safeParse(value).success ? null : "This is no e-mail address."),
  },
  { name: "CONTACT_PHONE", text: "Which phone number do they see?", isOptional: true },
])

/** The account that bank transfers go to. */
export const bank = settingStep("Bank account", [
  { name: "BANK_ACCOUNT_HOLDER", text: "Who holds the bank account that transfers go to?" },
  { name: "BANK_NAME", text: "What is the bank's name?" },
  {
    name: "BANK_IBAN",
    text: "What is the account's IBAN?",
    hint: "Your bank shows it beside the account, and on every statement.",
    check: ibanProblem,
  },
  { name: "BANK_BIC", text: "What is the bank's BIC (SWIFT code)?", check: bicProblem },
])
