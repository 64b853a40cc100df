import { ImagePlus, LayoutDashboard, type LucideIcon, WandSparkles } from "lucide-react"
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react"
import { classList } from "../../lib/class-list.ts"
import { DashboardPicture } from "./dashboard-picture.tsx"
import { EntryPicture } from "./entry-picture.tsx"
import { PlacementPicture } from "./placement-picture.tsx"

type Solution = { id: string; title: string; words: string; Icon: LucideIcon; picture: ReactNode }

const solutions: readonly Solution[] = [
  {
    id: "placement",
    title: "Automated Image Placement",
    words:
      "Give artwork a size and a quantity. Every copy is trimmed, turned and packed, with no template to drag around.",
    Icon: WandSparkles,
    picture: <PlacementPicture />,
  },
  {
    id: "dashboard",
    title: "User Dashboard Access",
    words: "Every order, print and credit on one page, live.",
    Icon: LayoutDashboard,
    picture: <DashboardPicture />,
  },
  {
    id: "entry",
    title: "Manual Image Entry",
    words: "Pick images, set a size and a quantity, watch the sheet build up.",
    Icon: ImagePlus,
    picture: <EntryPicture />,
  },
]

export function Solutions() {
  const [picked, setPicked] = useState(0)
  const tabs = useRef<(HTMLButtonElement | null)[]>([])

  function moveByKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (picked + step + solutions.length) % solutions.length
    setPicked(next)
    tabs.current[next]?.focus()
  }

  return (
    <section
      id="solutions"
      tabIndex={-1}
      aria-labelledby="solutions-title"
      className="mx-auto max-w-[76rem] px-5 py-16 outline-none md:px-8 md:py-24"
    >
      <h2 id="solutions-title" className="text-3xl font-[660]">
        Explore The Solutions
      </h2>
      <div className="mt-8 grid items-stretch gap-8 md:mt-10 md:grid-cols-[26rem_1fr]">
        <div
          role="tablist"
          aria-labelledby="solutions-title"
          aria-orientation="vertical"
          className="flex flex-col gap-2"
        >
          {solutions.map(({ id, title, words, Icon }, index) => (
            <button
              key={id}
              ref={(element) => {
                tabs.current[index] = element
              }}
              type="button"
              role="tab"
              id={`solution-${id}`}
              aria-selected={index === picked}
              aria-controls="solution-picture"
              tabIndex={index === picked ? 0 : -1}
              onClick={() => setPicked(index)}
              onKeyDown={moveByKey}
              className={classList(
                "flex w-full gap-4 rounded-xl border border-transparent p-5 text-left",
                index === picked ? "border-line bg-surface shadow-card" : "hover:bg-hover",
              )}
            >
              <span
                className={classList(
                  "grid size-10 flex-none place-items-center rounded-md",
                  index === picked ? "bg-accent text-on-accent" : "bg-sunken text-ink-2",
                )}
              >
                <Icon className="size-5" aria-hidden="true" />
              </span>
              <span>
                <b className="block text-lg font-[620]">{title}</b>
                <span className="mt-1 block text-base text-pretty text-ink-2">{words}</span>
              </span>
            </button>
          ))}
        </div>
        <div
          id="solution-picture"
          role="tabpanel"
          aria-labelledby={`solution-${solutions[picked].id}`}
          className="mat relative min-h-[26rem] overflow-hidden rounded-xl [--sq:32px]"
        >
          {solutions[picked].picture}
        </div>
      </div>
    </section>
  )
}
