import type { ShownSuggestions } from "@/components/search/search-suggestions";

type SearchComboboxProps = {
  /** Without it, it is nothing but the box inside. */
  label: string | undefined;
  listId: string;
  shown: ShownSuggestions | null;
  children: React.ReactNode;
};

/** Around a search box that suggests: the box stays one for searches, and this says what it has. */
export function SearchCombobox({ label, listId, shown, children }: SearchComboboxProps) {
  return label ? (
    // biome-ignore lint/a11y/useFocusableInteractive: the box inside has the focus
    <div
      role="combobox"
      aria-label={label}
      aria-haspopup="listbox"
      aria-expanded={shown !== null}
      aria-controls={listId}
    >
      {children}
    </div>
  ) : (
    children
  );
}
