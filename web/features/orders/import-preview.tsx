import type { ImportedRow } from "../../../contract/orders/order-import.ts"
import { formatCount, formatDate } from "../../lib/format.ts"

const heads = ["Row", "Order", "Item", "SKU", "Size and options", "Personalisation", "Copies", "Ship by"]

export function ImportPreview({ rows, total }: { rows: readonly ImportedRow[]; total: number }) {
  return (
    <div className="min-w-0 overflow-hidden rounded-md border border-line">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section aria-label="First rows" tabIndex={0} className="overflow-x-auto overflow-y-hidden">
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">
            The first {formatCount(rows.length)} of {formatCount(total)} rows, as they were read
          </caption>
          <thead className="bg-raised text-left text-ink-3 text-xs">
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col" className="h-9 whitespace-nowrap px-3 font-[550]">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line-soft">
            {rows.map((row, at) => (
              <tr key={at}>
                <td className="px-3 py-1.5 text-ink-3 tabular-nums">{row.row}</td>
                <td className="whitespace-nowrap px-3 py-1.5">
                  {row.orderNumber}
                  <span className="block max-w-40 truncate text-ink-3 text-xs">{row.buyerName}</span>
                </td>
                <td className="max-w-48 truncate px-3 py-1.5" title={row.itemTitle}>
                  {row.itemTitle}
                </td>
                <td className="max-w-40 truncate px-3 py-1.5" title={row.sku}>
                  {row.sku}
                </td>
                <td className="max-w-40 truncate px-3 py-1.5">
                  {[row.size, row.variation].filter(Boolean).join(", ")}
                </td>
                <td className="max-w-52 truncate px-3 py-1.5" title={row.personalisation}>
                  {row.personalisation}
                </td>
                <td className="px-3 py-1.5 tabular-nums">{row.quantity}</td>
                <td className="whitespace-nowrap px-3 py-1.5">{row.shipBy && formatDate(row.shipBy)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
