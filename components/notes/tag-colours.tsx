"use client";

import { useId } from "react";
import { type TagColour, tagColours } from "@/lib/notes/written-text";
import { TagDot } from "./tag-chip";
import { notesTexts } from "./texts.en";

type ColourChoiceProps = { chosen: TagColour; onChoose: (colour: TagColour) => void };

/** The colours of tags, each by its name too. */
export function ColourChoice({ chosen, onChoose }: ColourChoiceProps) {
  const t = notesTexts();
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-muted text-xs">{t.colour}</legend>
      <div className="flex flex-wrap gap-1">
        {tagColours.map((colour) => (
          <label
            key={colour}
            className="relative inline-flex h-7 pointer-coarse:h-10 cursor-pointer items-center gap-1.5 rounded-md border border-line px-2 text-xs hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={colour}
              checked={colour === chosen}
              onChange={() => onChoose(colour)}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            <TagDot colour={colour} />
            {t.colours[colour]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
