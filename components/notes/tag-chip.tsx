"use client";

import type { Route } from "next";
import Link from "next/link";
import { useId } from "react";
import type { TagView } from "@/lib/notes/views";
import { type TagColour, tagColours } from "@/lib/notes/written-text";
import { notesTexts } from "./texts.en";

const tagFill: Record<TagColour, string> = {
  blue: "bg-tag-blue",
  orange: "bg-tag-orange",
  green: "bg-tag-green",
  purple: "bg-tag-purple",
  red: "bg-tag-red",
  yellow: "bg-tag-yellow",
  grey: "bg-tag-grey",
};

type TagChipProps = {
  /** Where its name leads. */
  href?: Route;
  tag: Pick<TagView, "name" | "colour">;
  title?: string;
  children?: React.ReactNode;
};

/** A tag: its colour, its name, and what can be done with it. */
export function TagChip({ tag: { name, colour }, title, href, children }: TagChipProps) {
  const word = <bdi className="truncate">{name}</bdi>;
  return (
    <span
      title={title}
      className="inline-flex h-6 min-w-0 max-w-full items-center gap-1.5 rounded-full border border-line-strong bg-surface px-2 text-xs"
    >
      <TagDot colour={colour} />
      {href ? (
        <Link
          href={href}
          prefetch={false}
          className="-my-px flex h-6 min-w-6 items-center hover:underline"
        >
          {word}
        </Link>
      ) : (
        word
      )}
      {children}
    </span>
  );
}

export function TagDot({ colour }: { colour: TagColour }) {
  return <span aria-hidden className={`size-2.5 shrink-0 rounded-full ${tagFill[colour]}`} />;
}

/** The calls that have a tag. */
export function taggedHref(key: string): Route {
  return `/recordings?${new URLSearchParams({ tag: key })}` as Route;
}

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
