import { texts } from "@/lib/language/texts";
import { translateStored } from "@/lib/language/translate-stored";

/** What reading an event remarked, in the language of who looks; in English what nobody has translated. */
export function wordRemark(message: string): string {
  return translateStored(message, remarkTexts().translations);
}

/** The same of a remark that may follow the path of its field. */
export function wordProblem(problem: string): string {
  const whole = wordRemark(problem);
  const space = problem.indexOf(" ");
  if (whole !== problem || space === -1) return whole;
  return `${problem.slice(0, space)} ${wordRemark(problem.slice(space + 1))}`;
}

/**
 * What reading an event remarks is stored, and told to programs, in one form, for good. Each language
 * has its own words under that form, with `{}` where something varies.
 */
export const remarkTexts = texts("remarks", {
  translations: {
    "the first is": "the first was",
    "the hour after it is": "the hour after it was",
    // A field.
    "is missing; taken as null": "is missing; read as null",
    "is empty; taken as null": "is empty; read as null",
    "is text; taken as {}": "is text; read as {}",
    "is {}; taken as {}": "is {}; read as {}",
    "is a number; taken as text": "is a number; read as text",
    "is a number of more digits than can be kept": "has more digits than Earshot can keep",
    "is a list; its only item is taken": "is a list; its only item was used",
    "is an object; its {} is taken": "is an object; its {} was used",
    "is given several times with different values": "has several different values",
    "holds characters that can't be stored (NUL or half of a surrogate pair)":
      "has characters that can’t be stored (NUL or half of a surrogate pair)",
    "holds characters that can't be stored; replaced":
      "has characters that can’t be stored; they were replaced",
    "has spaces around it; taken without": "has surrounding spaces; they were removed",
    "isn't in NFC; taken so": "isn’t in Unicode NFC; it was normalized",
    "has {} characters; at most {} can be kept": "has {} characters; the limit is {}",
    // A date and time.
    "has no year 0": "has the year 0, which doesn’t exist",
    "names a day of the week that the date doesn't have": "names the wrong day of the week",
    "is written as in e-mail; taken as {}": "is in email date format; read as {}",
    "is not a date and time that exists": "isn’t a real date and time",
    "lies outside the years 1 to 9999 in UTC": "is outside the years 1 to 9999 (UTC)",
    "is taken as {} since 1970: {}": "counts {} since 1970: {}",
    "names a zone that isn't known; taken by its offset":
      "has an unknown time zone; its offset was used",
    "has the offset {}, which isn't that of {}; one of them must go":
      "has the offset {}, which doesn’t match {}; send only one of them",
    "carries no zone; taken in {}": "has no time zone; read as {} time",
    "comes twice in {}, where clocks change; {} taken: {}":
      "occurs twice in {}, because the clocks change; {} used: {}",
    "is left out in {}, where clocks change; {} taken: {}":
      "doesn’t exist in {}, because the clocks change; {} used: {}",
    // The customer.
    "stood beside the record, as {}": "was next to the record, as {}",
    "is the only one that is included; taken for this record":
      "is the only one included; used for this record",
    "is told by keys of the call": "came in fields of the call",
    "is named in relationships, but not told in included":
      "is named in relationships, but missing from included",
    // A record, or the whole body.
    "may have its record at {}; send one of them, or each in a list":
      "could have its record at {}; send one of them, or all in a list",
    "has none of call_sid, created_at and status that can be read; one is needed":
      "has no readable call_sid, created_at or status; at least one is required",
    "the body carries no record": "no record found in the payload",
    "the body is empty": "the payload is empty",
    "the body is not JSON: the fault is in its item {} or behind it":
      "Invalid JSON: in item {} or after it",
    "the body is not JSON: {}": "Invalid JSON: {}",
    "it cannot be read": "it can’t be read",
    "the body is not valid {}": "the payload isn’t valid {}",
    "the body cannot be decompressed ({})": "the payload can’t be decompressed ({})",
    "the body is nested more than {} levels deep": "the payload is nested more than {} levels deep",
    "the body is a form of more fields than are read from one delivery":
      "the payload is a form with more fields than Earshot reads from one delivery",
    "holds more than {} bytes when it is decompressed": "has more than {} bytes decompressed",
    "holds {} records; at most {} are read from one delivery":
      "has {} records; the limit is {} per delivery",
    "holds {} records; at most {} are read at once": "has {} records; the limit is {} at once",
    "holds a record of {} characters; at most {} are read at once":
      "has a record of {} characters; the limit is {}",
    "holds about {} values, {} of them beside each other; at most {} are read at once":
      "has about {} values, {} of them side by side; the limit is {}",
    "holds too much around its records to keep that with each of them":
      "has too much data around its records to keep with each of them",
    "was damaged in the journal: the bytes kept here are all that is left of it, facts and body in one":
      "was damaged in the journal: these bytes are all that’s left, metadata and payload together",
    "was set aside unread, because the server ended or ran out of time over it again and again":
      "was set aside unread after the server repeatedly stopped or timed out on it",
    "Its bytes are no longer kept.": "Its payload has been deleted.",
    // What is no JSON, as its reader says it.
    "{} but got {} at position {}": "{}, found {} at character {}",
    "{} but reached end of input at position {}": "{}, but the payload ends at character {}",
    "{} at position {}": "{} at character {}",
    "JSON value expected": "expected a value",
    "Array item expected": "expected a list item",
    "Comma ',' expected after value": "expected a comma after the value",
    "Colon ':' expected after property name": "expected a colon after the key",
    "Expected end of input": "expected no more",
    "Quoted object key expected": "expected a key in quotes",
    "Quoted object key or end of object '}' expected": "expected a key in quotes or “}”",
    "Array item or end of array ']' expected": "expected a list item or “]”",
    "Object value expected after ':'": "expected a value after “:”",
    "End of string '\"' expected": "expected a closing quote",
    "Invalid number {}, expecting a digit": "{} isn’t a number",
    "Invalid character {}": "invalid character {}",
    "Invalid escape character {}": "invalid escape {}",
    "Invalid unicode character {}": "invalid Unicode escape {}",
  } as Record<string, string>,
});
