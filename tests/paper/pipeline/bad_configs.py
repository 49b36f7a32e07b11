"""Configurations that must be refused, and the words that one line of the refusal must have."""

_FILES = "source: files, folder: config, roads: config.yaml"

# An overlay of config.yaml, then the words: the key's path, the value, and what is allowed.
BAD = [
    # of the wrong type
    ("seed: 1.0", "seed is 1.0", "whole number >= 0 and <= 9223372036854775807"),
    ("seed: true", "seed is true", "whole number"),
    ("calibration: 3", "calibration is 3", "keys and values"),
    ("calibration: {deltas: 1.0e-6}", "calibration.deltas is 1e-06", "a list"),
    ("heatmap: {label: 7}", "heatmap.label is 7", "text or null", "one line"),
    ("heatmap: {delta: 1e-6}", 'heatmap.delta is "1e-6"', "number >= 1e-100", "1.0e-6"),
    # out of range
    (f"seed: {'9' * 400}", f"seed is {'9' * 77}...: "),
    ("truncated_laplacian: {density_deltas: [0.5]}", "deltas[0] is 0.5", "< 0.5"),
    ("calibration: {sensitivity: .inf}", "sensitivity is Infinity", "<= 1e+06"),
    ("gdp: {mus: [1, 1.0]}", "gdp.mus is [1, 1.0]", "different entries"),
    ("heatmap: {roads: ''}", 'heatmap.roads is ""', ">= 1 characters"),
    ("heatmap: {trips: [{file: a.xlsx}]}", "file is", "a.xlsx", ".parquet or .RData"),
    ("heatmap: {trips: [{file: a.csv, date: '2014-02-30'}]}", "date is", "YYYY-MM-DD"),
    # of no known name
    (
        "sede: 3",
        "sede is 3: no such key",
        "did you mean seed?",
        "allowed are run, seed",
    ),
    ("heatmap: {trips: [{weihgt: 1}]}", "trips[0].weihgt", "did you mean weight?"),
    ("heatmap: {trips: [{hours: [0]}]}", "trips[0]", "'file' is a required property"),
    ("histogram: {methods: [agm]}", "one of Lap,", "did you mean aGM?"),
    ("histogram: {methods: [aGM, own:mean]}", "histogram.methods[1] is", "one of Lap,"),
    (
        "heatmap: {source: web}",
        'source is "web"',
        "one of auto, download, samples, files",
    ),
    # out of the results
    ("run: ../up", 'run is "../up"', "the name of one folder"),
    ("run: .hidden", 'run is ".hidden"', "the name of one folder"),
    ('run: "a\\n"', 'run is "a\\n"', "the name of one folder"),
    (f"run: {'a' * 101}", "run is", "<= 100 characters"),
    # impossible together
    (
        "heatmap: {map_epsilon: 0.7}",
        "map_epsilon is 0.7",
        "one of heatmap.epsilons, [0.01,",
    ),
    (
        "calibration: {epsilons: {from: 1.0}}",
        "from is 1.0",
        "below calibration.epsilons.to, 1.0",
    ),
    ("denoising: {blocks: 99}", "blocks is 99", "at most denoising.repetitions, "),
    ("histogram: {dimensions: [2]}", "dimensions[0] is 2", ">= 3: James-Stein"),
    ("heatmap: {source: files}", "heatmap.folder is null", "needs a folder"),
    ("heatmap: {folder: Snakefile}", 'is "Snakefile"', "no such readable folder"),
    ('heatmap: {folder: "a\\0"}', 'folder is "a\\u0000"', "no such readable folder"),
    ("heatmap: {source: files, folder: config}", "heatmap.roads is", "no such file"),
    (
        f"heatmap: {{{_FILES}}}",
        'is "config"',
        "no .csv, .csv.gz, .parquet, .RData file",
    ),
    (
        f"heatmap: {{{_FILES}, trips: [{{file: no.csv}}]}}",
        'trips[0].file is "no.csv"',
        "no such",
    ),
    (
        f"heatmap: {{{_FILES}, trips: [{{file: a.csv, hours: [0]}}]}}",
        "serves [8, 12, 16, 20]",
    ),
    ("heatmap: {trips: [{file: a.csv}]}", "heatmap.trips is", "must be empty unless"),
    (
        "heatmap: {source: samples, folder: data}",
        'folder is "data"',
        "the source samples reads no folder",
    ),
    ("sweep: {heatmap.delta: []}", "sweep.heatmap.delta is []", ">= 1"),
]

# Files that cannot be read, and the words that say why.
UNREADABLE = [
    (b"", "must hold keys and values"),
    (b"a: [{b: 1}, {b: 1, b: 2}]\n", "line 1: b is given more than once"),
    (b"heatmap:\n\tdelta: 1\n", "line 2: ", "not with a tab"),
    (b"seed: 1\nrun: caf\xe9\n", "UTF-8"),
    (b"{[1, 2]: 3}\n", "unhashable"),
    (b"seed: 2014-13-45\n", "month must be in 1..12"),
]
