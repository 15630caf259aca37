import type { ImportField } from '@pas/shared/models/import-fields';

/** Splits comma-separated lists of words. */
const words = (...lists: string[]): readonly string[] => lists.flatMap((list) => list.split(', '));

/** Headers of the fields in English, Spanish, French and German, normalized by `headerKey`. */
const headerWords: Readonly<Record<ImportField, readonly string[]>> = {
  unit: words(
    'unit, unit number, unit no, unit name, apartment, apartment number, apt, apt number',
    'apt no, flat, flat number, flat no, suite, door, puerta, porte, unidad, apartamento, departamento, depto',
    'piso y puerta, vivienda, appartement, appt, logement, lot, numero appartement, wohnung',
    'wohnungsnummer, wohnungsnr, einheit, whg, whg nr, unit id, unit label, unitlabel',
  ),
  email: words(
    'email, e mail, mail, emails, e mails, email addresses, email address, e mail address, contact email, primary email, correo',
    'correo electronico, direccion de correo, courriel, adresse e mail, adresse email',
    'adresse mail, adresse courriel, e mail adresse, email adresse, mailadresse, mail adresse',
  ),
  phone: words(
    'phone, phones, phone number, phone numbers, mobile, mobile number, mobile phone, cell, cell phone, cellphone',
    'telephone, telephone number, tel, contact number, primary phone, telefono, movil, celular',
    'numero de telefono, telefono movil, portable, numero de telephone, tel portable',
    'telephone portable, telefon, telefonnummer, handy, handynummer, mobil, mobilnummer',
    'mobiltelefon, rufnummer, telefonnr, telefon nr, tel nr, handynr, handy nr, mobilnr, mobil nr',
  ),
  firstName: words(
    'first name, firstname, first, given name, forename, resident first name, nombre, nombres',
    'primer nombre, prenom, prenoms, vorname',
  ),
  lastName: words(
    'last name, lastname, last, surname, family name, resident last name, apellido, apellidos',
    'nom, nom de famille, nachname, familienname, zuname',
  ),
  fullName: words(
    'full name, fullname, name, resident, residents, resident name, resident full name, tenant, tenants',
    'tenant name, tenant full name, occupant, occupants, occupant name, lessee, lessee name, renter',
    'renter name, leaseholder, name of resident, name of tenant, nombre completo, nombre y apellido',
    'nombre y apellidos, apellidos y nombre, apellido y nombre, residente, residentes, inquilino',
    'inquilina, inquilinos, arrendatario, ocupante, nombre del residente, nombre del inquilino',
    'nom complet, nom et prenom, prenom et nom, nom prenom, prenom nom, locataire, locataires',
    'occupants, resident principal, nom du locataire, nom du resident, vollstandiger name, mieter',
    'vor und nachname, vorname und nachname, vorname nachname, nachname vorname, name vorname, mieterin',
    'name und vorname, bewohner, bewohnerin, mietername, bewohnername, name des mieters, hauptmieter',
    'name des bewohners',
  ),
  property: words(
    'property, property name, property id, propertyid, building, building name, site, community',
    'complex, propiedad, inmueble, edificio, immeuble, batiment, residence, propriete, objekt',
    'gebaude, haus, liegenschaft, immobilie',
  ),
  floor: words('floor, level, storey, story, piso, planta, etage, niveau, stock, stockwerk, geschoss'),
  externalId: words(
    'external id, externalid, external key, resident id, residentid, tenant id, tenant code',
    'resident code, person id, id, reference, ref, customer number, id externo, identificador',
    'codigo, referencia, identifiant, id externe, code locataire, mieternummer, mieter nr',
    'kundennummer, externe id, bewohner id',
  ),
  moveIn: words(
    'move in, movein, move in date, moved in, lease start, lease start date, lease from',
    'start date, start, starts at, from, fecha de entrada, entrada, fecha de inicio, inicio',
    'inicio de contrato, date d entree, entree, date entree, debut, debut du bail',
    'date de debut, einzug, einzugsdatum, mietbeginn, beginn, einzug am, vertragsbeginn',
  ),
  moveOut: words(
    'move out, moveout, move out date, moved out, lease end, lease end date, lease to, end date',
    'end, ends at, to, until, fecha de salida, salida, fecha de fin, fin de contrato, fin',
    'date de sortie, sortie, date sortie, fin du bail, date de fin, auszug, auszugsdatum',
    'mietende, ende, auszug am, vertragsende',
  ),
};

/**
 * Headers that name a field unless another column matches it better. A lease may end on paper while the
 * resident stays, and an “id” is often a row number.
 */
const weakWords: ReadonlySet<string> = new Set(
  words(
    'lease start, lease start date, lease from, lease end, lease end date, lease to, start, end',
    'from, to, until, start date, end date, id, reference, ref, door, puerta, porte, lot, level, first, last',
    'debut du bail, fin du bail, inicio de contrato, fin de contrato, mietbeginn, mietende',
    'vertragsbeginn, vertragsende, home phone, work phone, office phone, name, resident, residents',
    'tenant, tenants, occupant, occupants, residente, residentes, inquilino, inquilinos, locataire',
    'locataires, mieter, bewohner',
  ),
);

export const isWeakWord = (key: string): boolean => weakWords.has(key);

/** The field of each known header, normalized by `headerKey`. */
export const fieldByHeader: ReadonlyMap<string, ImportField> = new Map(
  (Object.entries(headerWords) as [ImportField, readonly string[]][]).flatMap(([field, known]) =>
    known.map((word): [string, ImportField] => [word, field]),
  ),
);

/** Normalizes a header for comparison: lower case, without accents, one space between words. */
export function headerKey(header: string): string {
  return header
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{Nd}]+/gu, ' ')
    .trim();
}
