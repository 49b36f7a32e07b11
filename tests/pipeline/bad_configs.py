"""Overlays that must be refused, by kind: what they say, and what the message must say of it.

The second of a pair is a regular expression for one line of the message: the key's path, the
value, and what is allowed. Each is laid over config.yaml, and over quick.yaml on top of it.
"""

FILES = "source: files, folder: config, roads: config.yaml"

BAD = {
    "wrong type": [
        ("seed: 1.5", r"seed is 1\.5; it must be a whole number >= 0 and <= 9223372036854775807$"),
        ("seed: true", "seed is true; it must be a whole number"),
        ("seed: null", "seed is null; it must be a whole number"),
        ("seed: {value: 3}", r"seed is \{value: 3\}; it must be a whole number"),
        ("run: 3", "run is 3; it must be text; .* needs quotes"),
        ("calibration: 3", "calibration is 3; it must be a group of keys"),
        ("heatmap: null", "heatmap is null; it must be a group of keys"),
        ("truncated_laplacian: {deltas: [0.1]}", r"\.deltas is \[0\.1\]; it must be a group of"),
        (
            "calibration: {deltas: 1.0e-6}",
            r"calibration\.deltas is 1\.0e-06; it must be a list; write \[1\.0e-06\]$",
        ),
        ("mean_estimation: {epsilons: [true]}", r"mean_estimation\.epsilons\[0\] is true; .*num"),
        ("mean_estimation: {epsilons: [[0.1]]}", r"mean_estimation\.epsilons\[0\] is \[0\.1\]; "),
        ("mean_estimation: {dimensions: [10, 20.0]}", r"dimensions\[1\] is 20\.0; .* whole number"),
        ("mean_estimation: {sample_size: many}", "sample_size is 'many'; it must be a whole"),
        ("heatmap: {sensitivity: [5]}", r"heatmap\.sensitivity is \[5\]; it must be a number"),
        ("heatmap: {label: 7}", r"heatmap\.label is 7; it must be text or null; .*needs quotes"),
        ("heatmap: {trips: [a.csv]}", r"heatmap\.trips\[0\] is 'a\.csv'; it must be a group of"),
        ("accuracy: {alpha: null}", r"accuracy\.alpha is null; it must be a number > 0 and < 1$"),
        ("lecture: {dimension: three}", r"lecture\.dimension is 'three'; it must be a whole num"),
        ("gdp: {mus: 1.0}", r"gdp\.mus is 1\.0; it must be a list; write \[1\.0\]$"),
        ("denoising: {methods: null}", r"denoising\.methods is null; it must be a list$"),
    ],
    "number as text": [
        ("seed: 1e-6", "seed is '1e-6'; it must be a whole number"),
        ("heatmap: {hours: ['8']}", r"heatmap\.hours\[0\] is '8'; .*; write 8 without quotes"),
        (
            "heatmap: {delta: 1e-6}",
            r"heatmap\.delta is '1e-6'; it must be a number >= 1e-100 and <= 0\.9; write 1\.0e-06"
            " without quotes, and a dot before an exponent$",
        ),
        ("calibration: {deltas: [1e-6]}", r"calibration\.deltas\[0\] is '1e-6'; .*write 1\.0e-06"),
        ("lecture: {step_delta: 1e-6}", r"lecture\.step_delta is '1e-6'; .*write 1\.0e-06"),
        ("gdp: {tolerance: '0.1'}", r"gdp\.tolerance is '0\.1'; .*write 0\.1 without quotes"),
        ("histogram: {delta: 1e400}", r"histogram\.delta is '1e400'; it must be a number"),
    ],
    "wrong sign": [
        ("seed: -1", "seed is -1; it must be a whole number >= 0"),
        ("calibration: {sensitivity: -1.0}", r"calibration\.sensitivity is -1\.0; .*>= 1e-06"),
        ("mean_estimation: {epsilons: [-1]}", r"mean_estimation\.epsilons\[0\] is -1; .*>= 1e-10"),
        ("histogram: {sample_size: -500}", r"histogram\.sample_size is -500; .*>= 1 and <="),
        ("heatmap: {bandwidth_m: -1}", r"heatmap\.bandwidth_m is -1; it must be a number >= 0 and"),
        ("denoising: {trees: [-5]}", r"denoising\.trees\[0\] is -5; .*>= 1 and <= 10000$"),
        ("truncated_laplacian: {density_epsilon: -1.0}", r"\.density_epsilon is -1\.0; .*number"),
        ("accuracy: {delta: -1.0e-5}", r"accuracy\.delta is -1\.0e-05; it must be a number >="),
        ("lecture: {folds: [1, -2]}", r"lecture\.folds\[1\] is -2; it must be a whole number >= 1"),
        ("gdp: {sgd_sigma: -2.0}", r"gdp\.sgd_sigma is -2\.0; it must be a number >= 0\.001"),
    ],
    "out of range": [
        ("seed: 9223372036854775808", "seed is 9223372036854775808; .*<= 9223372036854775807$"),
        (f"run: {'a' * 101}", r"run is 'a+\.\.\., 101 characters; allowed are at most 100$"),
        ("calibration: {sensitivity: 0}", r"calibration\.sensitivity is 0; it must be a number"),
        ("calibration: {deltas: [1.5]}", r"calibration\.deltas\[0\] is 1\.5; .*<= 0\.9$"),
        ("calibration: {epsilons: {points: 1}}", r"calibration\.epsilons\.points is 1; .*>= 2"),
        ("mean_estimation: {delta: 0}", r"mean_estimation\.delta is 0; it must be .*>= 1e-100"),
        ("mean_estimation: {dimensions: [2]}", r"mean_estimation\.dimensions\[0\] is 2; .*>= 3"),
        (
            "mean_estimation: {repetitions: 1000000000000}",
            r"mean_estimation\.repetitions is 1000000000000; .*>= 2 and <= 1000000$",
        ),
        ("mean_estimation: {repetitions: 1.0e+12}", r"repetitions is 1000000000000\.0; .*whole"),
        (
            "histogram: {dimensions: [1000000000]}",
            r"\.dimensions\[0\] is 1000000000; .*<= 10000000",
        ),
        ("histogram: {blocks: 0}", r"histogram\.blocks is 0; it must be a whole number >= 1"),
        (f"heatmap: {{repetitions: 1{'0' * 400}}}", r"heatmap\.repetitions is 10+\.\.\.; .*<= 10"),
        ("heatmap: {hours: [0, 24]}", r"heatmap\.hours\[1\] is 24; .*>= 0 and <= 23$"),
        ("heatmap: {trips: [{file: a.csv, weight: 0}]}", r"heatmap\.trips\[0\]\.weight is 0; .*>="),
        ("truncated_laplacian: {density_deltas: [0.5]}", r"density_deltas\[0\] is 0\.5; .*< 0\.5$"),
        ("accuracy: {alpha: 1.0}", r"accuracy\.alpha is 1\.0; .*> 0 and < 1$"),
        ("lecture: {dimension: 21}", r"lecture\.dimension is 21; .*>= 1 and <= 20$"),
        ("gdp: {subsampling_gammas: [1.5]}", r"subsampling_gammas\[0\] is 1\.5; .*<= 1$"),
    ],
    "not finite": [
        ("seed: .nan", r"seed is \.nan; it must be a whole number"),
        ("calibration: {sensitivity: .inf}", r"calibration\.sensitivity is \.inf; .*<= 1e\+06$"),
        ("histogram: {epsilons: [0.1, .nan]}", r"histogram\.epsilons\[1\] is \.nan; .*a number"),
        ("heatmap: {reach_m: 1.0e+400}", r"heatmap\.reach_m is \.inf; .*> 0 and <= 5000$"),
        ("accuracy: {epsilons: {from: -.inf}}", r"accuracy\.epsilons\.from is -\.inf; .*>= 1e-10"),
        ("gdp: {mus: [.inf]}", r"gdp\.mus\[0\] is \.inf; it must be a number"),
    ],
    "too few or too many": [
        ("calibration: {deltas: []}", r"calibration\.deltas is \[\]; it needs at least 1 entry$"),
        ("heatmap: {hours: []}", r"heatmap\.hours is \[\]; it needs at least 1 entry$"),
        ("histogram: {methods: []}", r"histogram\.methods is \[\]; it needs at least 1 entry$"),
        ("heatmap: {roads: ''}", r"heatmap\.roads is ''; it must not be empty$"),
        (
            "truncated_laplacian: {density_deltas: [0.1, 0.2, 0.3, 0.4]}",
            r"truncated_laplacian\.density_deltas has 4 entries; allowed are at most 3$",
        ),
    ],
    "twice": [
        (
            "mean_estimation: {epsilons: [0.1, 0.1]}",
            r"mean_estimation\.epsilons has 0\.1 more than",
        ),
        ("calibration: {gain_epsilons: [1, 1.0]}", r"calibration\.gain_epsilons has 1 more than"),
        ("histogram: {methods: [aGM, Lap, aGM]}", r"histogram\.methods has 'aGM' more than once"),
        (
            "heatmap: {trips: [{file: a.csv}, {file: a.csv}]}",
            r"heatmap\.trips has \{file: a\.csv\} more than once; every entry must differ$",
        ),
        ("seed: 1\nseed: 2", r"\.yaml, line 2: seed stands more than once; give it once$"),
        (
            "heatmap: {delta: 1.0e-6, delta: 1.0e-5}",
            r"\.yaml, line 1: heatmap\.delta stands more than once; give it once$",
        ),
    ],
    "unknown key": [
        ("sede: 3", r"sede is no known key \(its value is 3\); allowed are run, .*mean seed\?$"),
        ("Heatmap: {delta: 0.1}", r"Heatmap is no known key \(.*; did you mean heatmap\?$"),
        (
            "heatmap: {epsilon: [1]}",
            r"heatmap\.epsilon is no known key.*; did you mean epsilons\?$",
        ),
        ("histogram: {repetition: 3}", r"histogram\.repetition is no .*mean repetitions\?$"),
        (
            "heatmap: {sample_size: 3}",
            r"sample_size is no .*mean mean_estimation\.sample_size or hi",
        ),
        ("repetitions: 3", r"repetitions is no known key .*mean mean_estimation\.repetitions or"),
        ("calibration: {epsilons: {start: 1}}", r"calibration\.epsilons\.start is no .* from, to"),
        ("heatmap: {trips: [{file: a, weihgt: 1}]}", r"trips\[0\]\.weihgt is no .*mean weight\?$"),
        ("accuracy: {draw: 9}", r"accuracy\.draw is no known key .*; did you mean draws\?$"),
        ("lecture: {fold: [1]}", r"lecture\.fold is no known key .*; did you mean folds\?$"),
        ("gdp: {sgd_c: 1}", r"gdp\.sgd_c is no known key .*; did you mean sgd_[ab]\?$"),
        ("denoising: {tree: [1]}", r"denoising\.tree is no known key .*; did you mean trees\?$"),
        ("1: 2", r"1 is no known key \(its value is 2\); allowed are run, seed"),
        ("null: 3", r"null is no known key \(its value is 3\); allowed are run, seed"),
        ("pathvars: {results: /tmp}", r"pathvars is no known key, but one that Snakemake obeys$"),
        ("__use_yte__: true", r"__use_yte__ is no known key, but one that Snakemake obeys$"),
    ],
    "missing key": [
        (
            "heatmap: {trips: [{hours: [0]}]}",
            r"heatmap\.trips\[0\]\.file is missing; .* needs file",
        ),
    ],
    "unknown choice": [
        (
            "mean_estimation: {methods: [agm]}",
            r"mean_estimation\.methods\[0\] is 'agm'; allowed are Lap, .*; did you mean aGM\?$",
        ),
        (
            "histogram: {methods: [aGM-trend-sure]}",
            r"methods\[0\] is 'aGM-trend-sure'; allowed are",
        ),
        (
            "denoising: {methods: [aGM-forst]}",
            r"\.methods\[0\] is 'aGM-forst'; .*mean aGM-forest\?$",
        ),
        ("heatmap: {methods: [3]}", r"heatmap\.methods\[0\] is 3; allowed are cGM, "),
        (
            "heatmap: {source: web}",
            r"heatmap\.source is 'web'; allowed are auto, download, files, st",
        ),
        (
            "heatmap: {source: standin}",
            r"heatmap\.source is 'standin'; .*; did you mean stand-in\?$",
        ),
        (
            "heatmap: {contribution: none}",
            r"heatmap\.contribution is 'none'; allowed are auto, clip",
        ),
    ],
    "out of the results": [
        ("run: ../up", r"run is '\.\./up'; it must be the name of one folder"),
        ("run: ..", r"run is '\.\.'; it must be the name of one folder"),
        ("run: /tmp", "run is '/tmp'; it must be the name of one folder"),
        ("run: a/../../b", "run is 'a/../../b'; it must be the name of one folder"),
        ("run: ~", "run is null; it must be text"),
        ("run: .hidden", r"run is '\.hidden'; it must be the name of one folder"),
        ("run: dots.", r"run is 'dots\.'; it must be the name of one folder, .* no \. last$"),
        ('run: "a\\n"', r"run is 'a\\n'; it must be the name of one folder"),
        ("run: data", "run is 'data', a name that results/ has a use for; .*among data, figures"),
        ("run: Report.HTML", r"run is 'Report\.HTML', a name that results/ has a use for"),
    ],
    "impossible together": [
        ("heatmap: {map_epsilon: 0.7}", r"heatmap\.map_epsilon is 0\.7; .* heatmap\.epsilons, \[0"),
        (
            "calibration: {epsilons: {from: 1.0, to: 0.1}}",
            r"calibration\.epsilons\.from is 1\.0; it must be below calibration\.epsilons\.to, 0",
        ),
        (
            "accuracy: {accuracies: {from: 1.0, to: 1.0000000000001}}",
            r"accuracy\.accuracies\.from is 1\.0; .*\.to, 1\.0000000000001, with room for the 61",
        ),
        (
            "mean_estimation: {repetitions: 20, blocks: 30}",
            r"mean_estimation\.blocks is 30; it must be at most mean_estimation\.repetitions, 20$",
        ),
        ("denoising: {repetitions: 2, blocks: 3}", r"denoising\.blocks is 3; .*\.repetitions, 2$"),
        ("heatmap: {source: files}", r"heatmap\.folder is null; .* 'files' needs a folder$"),
        ("heatmap: {source: files, folder: nowhere}", r"heatmap\.folder is 'nowhere'; there is no"),
        (
            "heatmap: {source: files, folder: Snakefile}",
            r"heatmap\.folder is 'Snakefile'; there is",
        ),
        ('heatmap: {source: files, folder: "a\\0"}', r"heatmap\.folder is 'a\\x00'; there is no"),
        (
            "heatmap: {source: files, folder: ~nobody/x}",
            r"heatmap\.folder is '~nobody/x'; there is",
        ),
        ("heatmap: {source: files, folder: config}", r"heatmap\.roads is 'manhattan.*in 'config'$"),
        (
            f"heatmap: {{{FILES}}}",
            r"heatmap\.folder is 'config'; it holds no \.csv, \.csv\.gz, \.pa",
        ),
        (
            f"heatmap: {{{FILES}, trips: [{{file: no.csv}}]}}",
            r"heatmap\.trips\[0\]\.file is 'no\.csv",
        ),
        ("heatmap: {trips: [{file: a.xlsx}]}", r"trips\[0\]\.file is 'a\.xlsx'; .* \.csv\.gz or"),
        (
            "heatmap: {trips: [{file: a.csv}]}",
            r"heatmap\.trips is \[\{file: a\.csv\}\]; it must be",
        ),
        (
            f"heatmap: {{{FILES}, trips: [{{file: a.csv, hours: [0, 8]}}]}}",
            r"heatmap\.hours has 12, but no entry of heatmap\.trips serves .*they serve 0, 8$",
        ),
        (
            "heatmap: {trips: [{file: a.csv, date: '2014-02-30'}]}",
            r"heatmap\.trips\[0\]\.date is '2014-02-30'; it must be a date of the calendar",
        ),
    ],
    "as YAML takes it": [
        ("run: no", "run is false; it must be text; .* needs quotes$"),
        ("seed: 2014-09-24", "seed is '2014-09-24'; it must be a whole number"),
        ("seed: 12:30", r"\.yaml, line 1: seed is 12:30; write numbers with decimal digits and no"),
        (
            "heatmap: {hours: [8, 010]}",
            r"\.yaml, line 1: heatmap\.hours\[1\] is 010; write numbers",
        ),
        ("seed: 0x10", r"\.yaml, line 1: seed is 0x10; write numbers with decimal digits and no"),
        (
            "gdp: {mus: &a [*a]}",
            r"\.yaml, line 1: gdp\.mus\[0\] holds itself; write its values out$",
        ),
        (
            "seed: !!python/tuple [1]",
            r"\.yaml, line 1: could not determine a constructor for the ta",
        ),
    ],
}

# Not even Snakemake can read these: the bytes of a file, and what `make` says of it.
UNREADABLE = [
    (b"", r" is empty; it must hold keys and values, as seed: 2018$"),
    (b"# nothing yet\n", r" is empty; it must hold keys and values"),
    (b"- 1\n- 2\n", r" is \[1, 2\]; it must hold keys and values"),
    (b"seed = 3\n", r" is 'seed = 3'; it must hold keys and values"),
    (b"3\n", r" is 3; it must hold keys and values"),
    (b"null\n", r" is null; it must hold keys and values"),
    (b"heatmap:\n\tdelta: 1\n", r", line 2: .*'\\t' that cannot start any token in '\\tdelta: 1'$"),
    (
        b"heatmap: {delta: 1\nseed: [\n",
        r", line 2: while parsing a flow mapping, expected .* in 's",
    ),
    (b"run: a: b\n", r", line 1: mapping values are not allowed here in 'run: a: b'$"),
    (b"seed: 1\n---\nseed: 2\n", r", line 2: expected a single document .* in '---'$"),
    (b"seed: 1\nrun: caf\xe9\n", r", line 2: the byte 0xe9 is not UTF-8 text$"),
    (b"run: a\nseed: \x07\n", r", line 2: the character '\\x07' is not allowed$"),
    (b"seed: !foo 3\n", r", line 1: could not determine a constructor for the tag '!foo' in 'seed"),
    (b"{[1, 2]: 3}\n", r", line 1: .*found unhashable key in '\{\[1, 2\]: 3\}'$"),
    (b"seed: 2014-13-45\n", r", line 1: month must be in 1\.\.12 in 'seed: 2014-13-45'$"),
    (
        b"seed: " + b"1" * 5000,
        r", line 1: Exceeds the limit \(4300 digits\).* in 'seed: 1111.*\.\.\.",
    ),
    (b"gdp: &g {<<: *g}\n", r", line 1: gdp\.<< holds itself; write its values out$"),
]
