import { z } from 'zod';
import { createUnits, Mapping, propertyId } from './reading/tables/json-rows.schema.ts';
import { maxCell } from './reading/tables/limits.ts';

/** The highest line number. A table also has blank lines, and line breaks within quotes, so it exceeds any number of rows. */
const maxLine = 100_000_000;

/** The maximum number of cells in a request. */
const maxCells = 2000;

const Cell = z.strictObject({
  line: z.int().min(1).max(maxLine).meta({ description: 'The line of the row.', example: 2 }),
  column: z.string().max(maxCell).meta({ description: 'The header of the column.', example: 'Apartment' }),
  value: z.string().max(maxCell).meta({ description: 'The corrected value.', example: '4B' }),
});

/** Corrections of an import's table. */
export const CorrectImport = z.object({
  cells: z.array(Cell).max(maxCells).default([]).meta({ description: 'Cells with another value.' }),
  mapping: Mapping.optional().meta({
    description:
      'Other fields of columns, by their headers; null leaves a column out. Columns that are not named keep their field.',
  }),
  propertyId: propertyId.meta({
    description: 'The property of all rows. A column that names properties must then agree, or be left out.',
  }),
  createUnits: z.boolean().optional().meta({ description: createUnits }),
});
