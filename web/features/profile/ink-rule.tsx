import type { Profile } from "../../../contract/accounts/profile.ts"
import { saveSettings } from "../../lib/save-settings.ts"
import { SettingSwitch } from "./setting-switch.tsx"

/** Edits whether an autopilot leaves to the seller what will show on the shirt. */
export function InkRule({ user }: { user: Profile }) {
  return (
    <SettingSwitch
      title="Ink that will show"
      label="Leave to me what will show"
      isOn={user.holdsForInk}
      save={(holdsForInk) => saveSettings({ holdsForInk })}
      savedWords={(isOn) =>
        isOn ? "Autopilots leave what will show to you" : "Autopilots print what will show"
      }
    >
      An autopilot leaves a print as a draft if something on it will show on the shirt, such as a white box
      around the art, until you have looked at it.
    </SettingSwitch>
  )
}
