import { ErrorCode, McpError, type GetPromptResult, type Prompt } from '@modelcontextprotocol/sdk/types.js';

interface PromptDefinition extends Prompt {
  steps: readonly string[];
}

const definitions: readonly PromptDefinition[] = [
  {
    name: 'why-cant-she-get-in',
    title: 'Why can’t she get in?',
    description: 'Explains why a door did not open for a person.',
    arguments: [
      { name: 'person', description: 'Name, e-mail or phone.', required: true },
      { name: 'door', description: 'The door or the building, if known.' },
      { name: 'when', description: 'About when, if known.' },
    ],
    steps: [
      'Find the person with listUsers (q). Ask if several match.',
      'Read their recent refusals with listAccessEvents (subjectId, decision DENIED). A pass has the subject of its holder.',
      'Explain the newest refusal with explainAccessEvent, rule by rule, in plain words.',
      'Without a refusal, check status, residences, devices and passes of the person, and whether the door is online.',
      'Name the one change that would help. Make no change before the person whom you serve agrees.',
    ],
  },
  {
    name: 'prepare-this-move-in',
    title: 'Prepare this move-in',
    description: 'Prepares a unit, a resident and an invite for a move-in.',
    arguments: [
      { name: 'resident', description: 'Name, and e-mail or phone.', required: true },
      { name: 'unit', description: 'Building and label of the unit.', required: true },
      { name: 'date', description: 'The day of the move-in.' },
    ],
    steps: [
      'Find the building with listProperties and the unit with listUnits. If the unit is missing, propose ensureUnit.',
      'Check who lives there with listUsers (unitId). A current resident is a reason to ask.',
      'Propose one invite: unit, contact, day. After a yes, run createInvite and then dispatchInvite.',
      'Check getUnitReadiness, and name what is missing before a visitor can reach the resident.',
      'Close with a short list: done, waiting, to decide.',
    ],
  },
];

/** The prompts of this server. */
export const prompts: readonly Prompt[] = definitions.map(({ steps: _steps, ...prompt }) => prompt);

/** Longest value of an argument, in characters. */
const maxValue = 300;

/**
 * Returns the messages of a prompt.
 *
 * @throws McpError for an unknown prompt or a missing argument
 */
export function readPrompt(name: string, given: Readonly<Record<string, string>> = {}): GetPromptResult {
  const prompt = definitions.find((each) => each.name === name);
  if (!prompt) throw new McpError(ErrorCode.InvalidParams, 'No such prompt.');
  const values = (prompt.arguments ?? []).map((argument) => {
    const value = given[argument.name]?.slice(0, maxValue);
    if (value === undefined && argument.required)
      throw new McpError(ErrorCode.InvalidParams, `${argument.name} is missing.`);
    return `${argument.name}: ${JSON.stringify(value ?? null)}`;
  });
  const steps = prompt.steps.map((step, index) => `${index + 1}. ${step}`);
  const text = [prompt.title ?? name, ...values, '', ...steps].join('\n');
  return {
    description: prompt.description ?? name,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
}
