import { toneFill } from "@/components/ui/tone";
import { type Colour, colours } from "@/lib/vocabulary/colours";

type ColourChoiceProps = {
  chosen: Colour | null;
  /** What a value has that nobody coloured. */
  automatic: React.ReactNode;
};

/** The colours, each by its name too. */
export function ColourChoice({ chosen, automatic }: ColourChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-dense">Colour</legend>
      <div className="flex flex-wrap gap-1.5">
        <Swatch value="" isChosen={chosen === null}>
          {automatic}
        </Swatch>
        {colours.map((colour) => (
          <Swatch key={colour} value={colour} isChosen={chosen === colour}>
            <span aria-hidden className={`size-2.5 rounded-full ${toneFill[colour]}`} />
            {toLabel(colour)}
          </Swatch>
        ))}
      </div>
    </fieldset>
  );
}

function toLabel(colour: Colour): string {
  return colour.slice(0, 1).toUpperCase() + colour.slice(1);
}

type SwatchProps = { value: string; isChosen: boolean; children: React.ReactNode };

function Swatch({ value, isChosen, children }: SwatchProps) {
  return (
    <label className="relative flex h-8 items-center gap-2 rounded-md border border-line px-2.5 text-dense has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent hover:border-line-strong">
      <input
        type="radio"
        name="colour"
        value={value}
        defaultChecked={isChosen}
        className="absolute inset-0 cursor-pointer appearance-none outline-none"
      />
      {children}
    </label>
  );
}
