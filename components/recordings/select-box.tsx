type SelectBoxProps = { label: string; isChecked: boolean };

/** A box in the margin, seen when it is near or in use. The table itself hears its clicks. */
export function SelectBox({ label, isChecked }: SelectBoxProps) {
  "use no memo";
  return (
    <label className="flex w-4 items-center justify-center @max-[40rem]:in-data-selecting:w-11 @min-[40rem]:w-6 pointer-coarse:not-in-data-selecting:pointer-events-none">
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        readOnly
        className="size-3.5 shrink-0 @max-[40rem]:in-data-selecting:size-4 accent-accent-solid opacity-0 transition-opacity focus-visible:opacity-100 group-hover/row:opacity-100 in-data-selecting:opacity-100"
      />
    </label>
  );
}
