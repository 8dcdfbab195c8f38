export type Shortcut = { keys: string[]; does: string };

/** Every shortcut that there is, as the help shows them; "Ctrl" is the key of the platform. */
export const shortcutGroups: { title: string; shortcuts: Shortcut[] }[] = [
  {
    title: "Everywhere",
    shortcuts: [
      { keys: ["Ctrl K"], does: "Find a page, a filter, an action or a call" },
      { keys: ["?"], does: "Show this help" },
      { keys: ["Esc"], does: "Close what is open" },
    ],
  },
  {
    title: "In the list",
    shortcuts: [
      { keys: ["J", "↓"], does: "Next call" },
      { keys: ["K", "↑"], does: "Previous call" },
      { keys: ["Enter"], does: "Open the call" },
      { keys: ["Space"], does: "Play or pause the call" },
      { keys: ["X"], does: "Select the call" },
      { keys: ["Shift J", "Shift K"], does: "Select on and back" },
      { keys: ["Ctrl A"], does: "Select all that are loaded" },
      { keys: ["/"], does: "Search" },
      { keys: ["["], does: "Previous page" },
      { keys: ["]"], does: "Next page" },
      { keys: ["N"], does: "Show new calls" },
    ],
  },
  {
    title: "In a call",
    shortcuts: [
      { keys: ["["], does: "Previous call of the list" },
      { keys: ["]"], does: "Next call of the list" },
      { keys: ["Space"], does: "Play or pause" },
      { keys: ["J", "L"], does: "Back, forward 10 seconds, in the player" },
      { keys: ["←", "→"], does: "Back, forward 5 seconds, in the player" },
    ],
  },
];
