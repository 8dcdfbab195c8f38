type SelectBoxProps = { label: string; isChecked: boolean };

/** A box in the margin, seen when it is near or in use. The table itself hears its clicks. */
export function SelectBox({ label, isChecked }: SelectBoxProps) {
  "use no memo";
  return (
    <label className="call-box-room">
      <input type="checkbox" aria-label={label} checked={isChecked} readOnly className="call-box" />
    </label>
  );
}
