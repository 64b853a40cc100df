import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { endStartLoader } from "./lib/start-loader.ts"
import { router } from "./router.tsx"
import "./styles/app.css"

const root = document.getElementById("root")
if (root === null) throw new Error("index.html has no #root")

endStartLoader(root)
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
