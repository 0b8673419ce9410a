// Light or dark: as the system says, until the user says otherwise.

import { button } from "./dom";

const KEY = "lakmus-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

function chosen(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function theme(): "light" | "dark" {
  return document.documentElement.dataset["theme"] === "dark" ? "dark" : "light";
}

function apply(): void {
  document.documentElement.dataset["theme"] = chosen() ?? (system.matches ? "dark" : "light");
}

export function themeButton(): HTMLButtonElement {
  apply();
  const words = () => (theme() === "dark" ? "Light" : "Dark");
  const toggle = button(words(), () => {
    const next = theme() === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // A page from disk may have no storage: then it is for this visit.
    }
    document.documentElement.dataset["theme"] = next;
    toggle.textContent = words();
  });
  system.addEventListener("change", () => {
    apply();
    toggle.textContent = words();
  });
  return toggle;
}
