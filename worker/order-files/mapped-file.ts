import { type ImportField, type ImportMapping, importFields } from "../../contract/orders/order-import.ts"
import { namedParts, unnamedChoices } from "./buyer-request.ts"
import { columnInWords, namedColumn } from "./column-words.ts"
import { type FileLayout, headerKey, oneAnswer, stateBy } from "./file-layout.ts"
import { WORDS_COLUMN } from "./words-columns.ts"

/** The English names that columns of other programs have; those of four more languages are words. */
const USUAL: Record<ImportField, RegExp> = {
  orderNumber: /^(order|sale|receipt|invoice)( (number|no|nr|id|name|ref(erence)?))?[.#]?$|^order ?#$/,
  orderDate: /^(order|sale|purchase|created|placed)( at)?( date| time)?$|^date( ordered)?$/,
  shipBy: /^(ship|dispatch|due|deliver|promise)( by)?( date)?$|^deadline$/,
  buyerName: /^(buyer|customer|recipient|ship to|shipping|client)( full)?( name)?$|^(full )?name$/,
  buyerEmail: /^((buyer|customer) )?e ?mail( address)?$/,
  phone: /^((buyer|customer|shipping) )?(tele)?phone( number)?$/,
  address: /^((shipping|delivery|ship to) )?address( ?1)?$/,
  country: /^((shipping|ship to) )?country( code)?$/,
  itemTitle: /^(item|product|listing|design)( (title|name))?$|^title$|^description$/,
  sku: /^((item|product|seller|variant) )?sku$|^(item|product) code$|^custom label$/,
  variation: /^(variation|variant|option|colou?r|style)s?( name)?$/,
  size: /^(print |item )?(size|width)( ?[([]?(in|inch|inches|cm|mm)[)\]]?)?$/,
  quantity: /^(item )?(quantity|qty|count|amount|pieces)( ordered)?$/,
  price: /^(item|unit)? ?price$/,
  currency: /^currency( code)?$/,
  personalisation: new RegExp(`${WORDS_COLUMN.source}|^(custom(er)? (text|name|note)|buyer note|note)s?$`),
  status: /^((order|item) )?(status|state)$/,
}

/** Returns the mapping that the columns' names suggest; each column is one field at most. */
export function suggestedMapping(columns: readonly string[]): ImportMapping {
  const mapping: ImportMapping = {}
  let free = columns.map(namedColumn)
  for (const field of importFields) {
    const column = free.find(({ key }) => USUAL[field].test(key)) ?? columnInWords(field, free)
    if (column === undefined) continue
    mapping[field] = column.column
    free = free.filter((other) => other !== column)
  }
  return mapping
}

/** Returns the layout that a mapping describes. */
export function mappedLayout(mapping: ImportMapping): FileLayout {
  const columns = Object.fromEntries(
    Object.entries(mapping)
      .filter(([, column]) => column !== "")
      .map(([field, column]) => [field, [headerKey(column)]]),
  )
  const question = mapping.personalisation ?? ""
  return {
    source: "",
    signs: [],
    columns,
    dayOrder: "month-first",
    request: (row) => {
      const text = row.get("variation")
      const parts = /[:=]/.test(text) ? namedParts(text) : unnamedChoices([text])
      const size = withUnit(row.get("size"), mapping.size ?? "")
      return size === "" ? parts : { ...parts, choices: [...parts.choices, { name: "Size", value: size }] }
    },
    // The seller has said that buyers wrote this column, whatever its name.
    answers: (row) =>
      oneAnswer(question, row.get("personalisation")).map((answer) => ({ ...answer, isFree: true })),
    state: (row) =>
      stateBy(
        {
          cancelled: /cancel|refund|void|failed|stornier|erstattet|annul|rembours|reembols|rimbors/i,
          unpaid:
            /unpaid|pending payment|awaiting payment|unbezahlt|nicht bezahlt|impay|non pay|attente de paiement|pendiente de pago|(no|non) pagad|non pagat|attesa di pagamento/i,
          left: /hold|zurückgestellt|en pause|en espera|in sospeso/i,
          open: /^(open|new|paid|processing|pending|unshipped|unfulfilled|not shipped|to ship|awaiting (shipment|dispatch)|in progress|ready|confirmed|active|offen|neu|bezahlt|in bearbeitung|zu versenden|bestätigt|nouve|payé|en cours|à expédier|confirmé|nuev|pagad|en proceso|pendiente|por enviar|nuov|pagat|in lavorazione|da spedire|confermat)/i,
          shipped:
            /^(shipped|dispatched|fulfilled|delivered|complete|versandt|versendet|verschickt|geliefert|abgeschlossen|erledigt|expédié|livré|terminé|enviad|entregad|completad|spedit|consegnat|evas|completat)/i,
        },
        row.get("status"),
      ),
  }
}

/** Returns a size's cell; a number alone gets the unit that its column's name ends with: `Width (cm)`. */
function withUnit(cell: string, column: string): string {
  const unit = /[\s([](in|inch|inches|cm|mm)[)\]]?$/i.exec(headerKey(column))?.[1]
  return unit !== undefined && /^\d+([.,]\d+)?$/.test(cell.trim()) ? `${cell.trim()} ${unit}` : cell
}
