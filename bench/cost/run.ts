// `npm run bench -- cost [--json]`: Cloudflare's price for a month of sheets, from its public list
// (developers.cloudflare.com: workers, durable-objects, d1, r2, queues, email-service; November
// 2026).

type Meter = { name: string; perSheet: number; included: number; usdPerUnit: number; unit: string }

/** Workers Paid, which includes the amounts below. */
const BASE_USD = 5
const MILLION = 1_000_000
const volumes = [100, 10_000, 1_000_000]

/**
 * What a sheet of 22 × 60 in with 40 copies of six designs, two of them new, uses for upload,
 * preview, processing, page views and download, rounded up. CPU and R2 calls follow
 * `bench -- render`; the rest is counted from the code.
 */
const meters: Meter[] = [
  { name: "Worker requests", perSheet: 60, included: 10 * MILLION, usdPerUnit: 0.3 / MILLION, unit: "" },
  { name: "Worker CPU", perSheet: 4_000, included: 30 * MILLION, usdPerUnit: 0.02 / MILLION, unit: "ms" },
  { name: "Object requests", perSheet: 20, included: MILLION, usdPerUnit: 0.15 / MILLION, unit: "" },
  { name: "Object duration", perSheet: 0.03, included: 400_000, usdPerUnit: 12.5 / MILLION, unit: "GB-s" },
  { name: "Queue operations", perSheet: 30, included: MILLION, usdPerUnit: 0.4 / MILLION, unit: "" },
  {
    name: "D1 rows read",
    perSheet: 5_000,
    included: 25_000 * MILLION,
    usdPerUnit: 0.001 / MILLION,
    unit: "",
  },
  { name: "D1 rows written", perSheet: 120, included: 50 * MILLION, usdPerUnit: 1 / MILLION, unit: "" },
  // The database always holds a year's growth: about 3 kB a print.
  { name: "D1 storage", perSheet: 0.000_036, included: 5, usdPerUnit: 0.75, unit: "GB" },
  { name: "R2 writes (A)", perSheet: 30, included: MILLION, usdPerUnit: 4.5 / MILLION, unit: "" },
  { name: "R2 reads (B)", perSheet: 80, included: 10 * MILLION, usdPerUnit: 0.36 / MILLION, unit: "" },
  // A sheet of 30 MB for 7 days of 30; two new designs of 8 MB with their stamps, kept for a year.
  { name: "R2 storage", perSheet: 0.007 + 0.2, included: 10, usdPerUnit: 0.015, unit: "GB-month" },
  { name: "E-mail", perSheet: 1.2, included: 3_000, usdPerUnit: 0.35 / 1_000, unit: "" },
]

const rows = volumes.map((sheets) => {
  const parts = meters.map((meter) => ({
    name: meter.name,
    usd: Math.max(0, meter.perSheet * sheets - meter.included) * meter.usdPerUnit,
  }))
  const usd = parts.reduce((sum, part) => sum + part.usd, BASE_USD)
  return { sheets, usd, usdPerSheet: usd / sheets, parts }
})

if (process.argv.includes("--json")) console.log(JSON.stringify({ bench: "cost", rows }))
else {
  const column = (text: string) => text.padStart(12)
  console.log(
    `${"sheets a month".padEnd(18)}${volumes.map((sheets) => column(sheets.toLocaleString("en-US"))).join("")}`,
  )
  console.log(`${"Workers Paid".padEnd(18)}${volumes.map(() => column(`$${BASE_USD.toFixed(2)}`)).join("")}`)
  for (const [i, { name }] of meters.entries())
    console.log(`${name.padEnd(18)}${rows.map((row) => column(`$${row.parts[i].usd.toFixed(2)}`)).join("")}`)
  console.log(`${"together".padEnd(18)}${rows.map((row) => column(`$${row.usd.toFixed(2)}`)).join("")}`)
  console.log(
    `${"a sheet".padEnd(18)}${rows.map((row) => column(`$${row.usdPerSheet.toFixed(4)}`)).join("")}`,
  )
}
