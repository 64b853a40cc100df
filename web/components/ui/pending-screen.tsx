import { useMatches } from "@tanstack/react-router"

/** A page whose script is on its way: its name, and the shape of what most pages show below it. */
export function PendingScreen() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title ?? "" })
  return (
    <div>
      <h1 className="text-xl font-[640]">{title}</h1>
      <div
        role="status"
        aria-label="Loading"
        className="mt-8 h-72 animate-pulse rounded-lg bg-sunken motion-reduce:animate-none"
      />
    </div>
  )
}
