import { toSigns } from "@/lib/recordings/record/search-text";

const words = {
  campaigns:
    "spring-sale renewal-reminder welcome-back winter-check overdue-bills new-tariff moving-house " +
    "satisfaction-survey loyalty-bonus fibre-upgrade solar-advice meter-reading holiday-notice " +
    "car-insurance travel-insurance pet-insurance health-check dental-plan gym-membership " +
    "book-club wine-tasting theatre-season city-tour charity-run",
  topics:
    "delivery refund invoice contract appointment cancellation upgrade warranty password address " +
    "discount recall",
  firstNames:
    "Ada Bela Cleo Dora Emil Fritz Gustav Hanna Ines Jonas Karla Lena Milo Nora Oskar Paula " +
    "Quirin Rosa Stefan Thea Ulla Viktor Wanda Yara",
  lastNames:
    "Abel Brandt Conrad Dietz Ebner Falk Gerlach Hauser Imhof Jansen Keller Lorenz Maurer Nagel " +
    "Orth Pohl Quast Reuter Seidel Thoma Ulrich Vogel Winkler Zeller",
};

/** As many calls say this as complain. */
const cats = "猫の保険";
/** What every call has in its summary, its address and its ids. */
export const usualSigns = toSigns(", . @ -");

/**
 * Calls of three years, as a busy team has them: a few statuses and campaigns that most calls have
 * and some that hardly any has, people who are called four times each, and summaries of common and
 * of rare words. The same number always makes the same call.
 * Parameters: the first and the last number, and how many there are in all.
 */
export const generateCalls = `
  INSERT INTO recording (id, minutes_used, call_sid, recording_attachment, campaign, has_transcript,
    summary, created_at, status, customer_id, customer_first_name, customer_last_name,
    customer_phone_number, customer_gender, customer_email, customer_type, customer_is_confirmed,
    customer_is_phone_number_correct, search_text, signs, phone_digits, accepted_seq, first_seq,
    content_hash, received_at, changed_at)
  SELECT 'rec-' || md5(n::text), least(60, floor(-4 * ln(1 - chance.by_minutes)))::int, 'CA' || md5('sid' || n),
    'https://calls.example.com/audio/' || n || '.mp3', campaign, chance.by_transcript < 0.85,
    summary, created_at, status, customer_id, first_name, last_name,
    '+' || phone_digits, gender, email, type, chance.by_confirmed < 0.7, chance.by_phone < 0.96,
    lower(concat_ws(E'\\n', summary, first_name || ' ' || last_name, email, 'rec-' || md5(n::text),
      'CA' || md5('sid' || n), customer_id)),
    CASE WHEN chance.by_rare BETWEEN 0.004 AND 0.008 THEN ${array([...usualSigns, ...toSigns(cats)])}
      ELSE ${array(usualSigns)} END,
    phone_digits, seq, seq, sha256(n::text::bytea), changed_at, changed_at
  FROM (
    SELECT n, ($3::bigint + 3) / 4 AS people,
      -- Called again after days or months, not at once.
      (n * 2654435761) % (($3::bigint + 3) / 4) AS person
    FROM generate_series($1::bigint, $2::bigint) AS n
  ) AS numbered
  CROSS JOIN LATERAL (
    SELECT ${chance("n", 1)} AS by_status, ${chance("n", 2)} AS by_campaign, ${chance("n", 3)} AS by_minutes,
      ${chance("n", 4)} AS by_transcript, ${chance("n", 5)} AS by_confirmed, ${chance("n", 6)} AS by_phone,
      ${chance("n", 7)} AS by_topic, ${chance("n", 8)} AS by_second, ${chance("n", 9)} AS by_rare,
      ${chance("person", 10)} AS by_gender, ${chance("person", 11)} AS by_type,
      ${chance("person", 12)} AS by_first_name, ${chance("person", 13)} AS by_last_name
  ) AS chance
  CROSS JOIN LATERAL (
    SELECT
      CASE WHEN chance.by_status < 0.62 THEN 'completed' WHEN chance.by_status < 0.78 THEN 'no-answer'
        WHEN chance.by_status < 0.88 THEN 'busy' WHEN chance.by_status < 0.96 THEN 'failed'
        WHEN chance.by_status < 0.9985 THEN 'voicemail' ELSE 'escalated' END AS status,
      CASE WHEN chance.by_campaign < 0.1 THEN NULL WHEN chance.by_campaign < 0.1005 THEN 'pilot'
        ELSE (ARRAY${list("campaigns")})[1 + floor(24 * pow((chance.by_campaign - 0.1005) / 0.8995, 2.5))::int]
        END AS campaign,
      concat('The customer asked about ',
        (ARRAY${list("topics")})[1 + floor(12 * pow(chance.by_topic, 1.6))::int], ' and about ',
        (ARRAY${list("topics")})[1 + floor(12 * chance.by_second)::int],
        CASE WHEN chance.by_rare < 0.00002 THEN ', and told of a holiday in Zanzibar'
          WHEN chance.by_rare < 0.004 THEN ', with a complaint about the tone of a colleague'
          WHEN chance.by_rare <= 0.008 THEN ', ${cats}' END,
        '. Call number ', n, ' of the agent for the ', (ARRAY['north', 'south', 'east', 'west'])[1 + n % 4],
        CASE WHEN chance.by_topic < 0.4 THEN ', to be called back next week.' ELSE ', nothing is left to do.' END
      ) AS summary,
      now() - interval '3 years' * (n::double precision / $3::bigint) AS created_at,
      'cus-' || person AS customer_id,
      (ARRAY${list("firstNames")})[1 + floor(24 * chance.by_first_name)::int] AS first_name,
      (ARRAY${list("lastNames")})[1 + floor(24 * chance.by_last_name)::int] || '-' || chr(97 + (person % 26)::int)
        || chr(97 + (person / 26 % 26)::int) AS last_name,
      CASE WHEN chance.by_gender < 0.49 THEN 'female' WHEN chance.by_gender < 0.97 THEN 'male' ELSE 'unknown' END AS gender,
      CASE WHEN chance.by_type < 0.3 THEN NULL WHEN chance.by_type < 0.7 THEN 'lead'
        WHEN chance.by_type < 0.998 THEN 'customer' ELSE 'partner' END AS type,
      -- Numbers that are kept for fiction: 555-0100 to 555-0199 of an area.
      '1' || (201 + person % 799) || '5550' || (100 + person / 799 % 100) AS phone_digits
  ) AS made
  CROSS JOIN LATERAL (
    SELECT lower(first_name || '.' || last_name || person) || '@example.com' AS email,
      created_at + interval '1 second' AS changed_at
  ) AS reached
  CROSS JOIN LATERAL (
    -- That of its instant, but for the last seven digits: by its number, marks choose the call.
    SELECT ((extract(epoch FROM changed_at) * 1000000)::bigint - 1577836800000000) * 4096
      / 10000000 * 10000000 + n + 1 AS seq
  ) AS accepted`;

/** The people of these calls. */
export const insertCustomers = `
  INSERT INTO customer (id, first_name, last_name, phone_number, gender, email, type, is_confirmed,
    is_phone_number_correct, accepted_seq, first_seen_at, changed_at, sort_name, search_text,
    phone_digits, phone_end)
  SELECT DISTINCT ON (customer_id) customer_id, customer_first_name, customer_last_name,
    customer_phone_number, customer_gender, customer_email, customer_type, customer_is_confirmed,
    customer_is_phone_number_correct, accepted_seq, received_at, received_at,
    lower(customer_first_name || ' ' || customer_last_name),
    lower(concat_ws(E'\\n', customer_first_name || ' ' || customer_last_name, customer_email,
      customer_id)),
    phone_digits, right(phone_digits, 7)
  FROM recording ORDER BY customer_id, accepted_seq`;

/** A number from 0 to 1 that belongs to the number and its salt. */
export function chance(number: string, salt: number): string {
  return `(hashint8extended(${number}, ${salt}) & 4294967295) / 4294967296.0`;
}

export function array(signs: string[]): string {
  return `ARRAY['${signs.join("', '")}']`;
}

function list(name: keyof typeof words): string {
  return `['${words[name].split(" ").join("', '")}']`;
}
