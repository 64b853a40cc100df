import type { Mend } from "../../../contract/artwork/mend.ts"
import { mendWords } from "../images/mend-words.ts"

/** Says which mends of its store's rule a row is printed with. */
export function RowShopMends({ mends }: { mends: readonly Mend[] }) {
  const names = mends.map(({ kind }) => mendWords[kind].done.toLowerCase()).join(", ")
  return <div className="truncate text-ink-2 text-xs" title={names}>{`By your store’s rule: ${names}`}</div>
}
