type StoreMarkProps = { store: { type: string; name: string } }

/** Shows which store an order is from by a letter, with its name on hover. */
export function StoreMark({ store: { type, name } }: StoreMarkProps) {
  const words = `${name}, ${type}`
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      className="grid size-6 flex-none place-items-center rounded-xs bg-sunken text-xs font-[680] text-ink-2"
    >
      {type.charAt(0)}
    </span>
  )
}
