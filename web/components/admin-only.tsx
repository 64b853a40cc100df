import { Link } from "@tanstack/react-router"
import { ShieldX } from "lucide-react"
import type { ReactNode } from "react"
import { texts } from "../../contract/text.ts"
import { useAuth } from "../lib/auth.tsx"
import { buttonVariants } from "./ui/button.tsx"

/** Shows its page to admins. It only spares the others a refusal: the server decides. */
export function AdminOnly({ children }: { children: ReactNode }) {
  if (useAuth().user.role === "admin") return children
  return (
    <div className="flex flex-col items-center py-20 text-center">
      <span className="grid size-12 place-items-center rounded-lg bg-bad-soft text-bad-ink">
        <ShieldX className="size-6" aria-hidden="true" />
      </span>
      <h1 className="mt-5 text-lg font-[620]">{texts.notAuthorized}</h1>
      <Link to="/dashboard" className={buttonVariants({ variant: "primary", size: "lg", className: "mt-6" })}>
        Go to dashboard
      </Link>
    </div>
  )
}
