import {
  Blend,
  CircleDot,
  Crop,
  Droplets,
  Eraser,
  Grip,
  ImageUpscale,
  type LucideIcon,
  PaintBucket,
  Plus,
  RotateCw,
  Scissors,
  Shapes,
  Sparkles,
  Spline,
  SquareDashed,
  Type,
} from "lucide-react"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { MAX_MENDS } from "../../../contract/limit.ts"
import { Button } from "../../components/ui/button.tsx"
import { Menu, MenuItem, MenuLabel } from "../../components/ui/dropdown-menu.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { mendWords } from "../images/mend-words.ts"
import { mendGroups } from "./mend-kinds.ts"

const icons: Record<Mend["kind"], LucideIcon> = {
  "remove-background": Eraser,
  "include-text": Type,
  harden: Blend,
  halftone: Grip,
  thicken: Spline,
  "drop-specks": Sparkles,
  "fill-pinholes": CircleDot,
  choke: Scissors,
  "knock-out": Droplets,
  recolour: PaintBucket,
  outline: SquareDashed,
  crop: Crop,
  turn: RotateCw,
  enlarge: ImageUpscale,
  trace: Shapes,
}

type AddMendProps = { onAdd: (kind: Mend["kind"]) => void; isFull: boolean; offersText: boolean }

/** Offers each kind of mend, with what it is for; that of texts alone where there are texts that it would change. */
export function AddMend({ onAdd, isFull, offersText }: AddMendProps) {
  return (
    <Menu
      className="max-h-[min(70dvh,var(--radix-dropdown-menu-content-available-height))] w-84 max-w-[calc(100vw-1rem)] overflow-y-auto"
      trigger={
        <Button
          variant="ghost"
          size="sm"
          icon={<Plus />}
          className="-mr-2"
          disabled={isFull}
          title={isFull ? `An image has at most ${MAX_MENDS} mends` : undefined}
          {...asCommand("add-mend")}
        >
          Add mend
        </Button>
      }
    >
      {mendGroups.map(({ label, kinds }) => (
        <div key={label}>
          <MenuLabel>{label}</MenuLabel>
          {kinds.map(({ kind, use }) => {
            if (kind === "include-text" && !offersText) return null
            const Icon = icons[kind]
            return (
              <MenuItem
                key={kind}
                icon={<Icon />}
                onSelect={() => onAdd(kind)}
                className="h-auto items-start py-1.5 coarse:h-auto coarse:py-2.5 [&_svg]:mt-0.5"
              >
                <span className="min-w-0">
                  <span className="block font-[550]">{mendWords[kind].name}</span>
                  <span className="block text-ink-2 text-xs">{use}</span>
                </span>
              </MenuItem>
            )
          })}
        </div>
      ))}
    </Menu>
  )
}
