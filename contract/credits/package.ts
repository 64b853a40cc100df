// The packages apart from their schemas: the landing page shows them and loads no parser.

/** The specification's packages in US cents; the first month's price is for accounts that young. */
export const creditPackages = {
  credits100: { credits: 100, listPriceCents: 2_000, firstMonthPriceCents: 1_000 },
  credits500: { credits: 500, listPriceCents: 10_000, firstMonthPriceCents: 5_000 },
  credits1000: { credits: 1_000, listPriceCents: 20_000, firstMonthPriceCents: 10_000 },
} as const

export const paymentCurrency = "USD"
