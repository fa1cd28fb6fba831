// Renders a chart as Helm does, with the template functions that our chart uses: Debian has no package of Helm.
// Usage: render <chart> [values as YAML]. Prints JSON, one object per line.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"github.com/ghodss/yaml"
)

func main() {
	chart := os.Args[1]
	values := map[string]interface{}{}
	read(filepath.Join(chart, "values.yaml"), &values)
	if len(os.Args) > 2 {
		merge := map[string]interface{}{}
		if err := yaml.Unmarshal([]byte(os.Args[2]), &merge); err != nil {
			panic(err)
		}
		mergeInto(values, merge)
	}
	meta := map[string]interface{}{}
	read(filepath.Join(chart, "Chart.yaml"), &meta)
	data := map[string]interface{}{"Values": values, "Release": map[string]interface{}{"Name": "demo", "Namespace": "default"},
		"Chart": map[string]interface{}{"Name": meta["name"], "Version": meta["version"], "AppVersion": meta["appVersion"]}}
	t := template.New("chart").Option("missingkey=error")
	funcs := sprig.TxtFuncMap()
	funcs["include"] = func(name string, data interface{}) (string, error) {
		var b bytes.Buffer
		err := t.ExecuteTemplate(&b, name, data)
		return b.String(), err
	}
	funcs["toYaml"] = func(v interface{}) string {
		b, _ := yaml.Marshal(v)
		return strings.TrimSuffix(string(b), "\n")
	}
	t.Funcs(funcs)
	files, _ := filepath.Glob(filepath.Join(chart, "templates", "*"))
	for _, f := range files {
		b, _ := os.ReadFile(f)
		template.Must(t.New(filepath.Base(f)).Parse(string(b)))
	}
	for _, f := range files {
		if strings.HasPrefix(filepath.Base(f), "_") {
			continue
		}
		var b bytes.Buffer
		if err := t.ExecuteTemplate(&b, filepath.Base(f), data); err != nil {
			panic(err)
		}
		for _, document := range strings.Split(b.String(), "\n---\n") {
			if strings.TrimSpace(document) == "" {
				continue
			}
			line, err := yaml.YAMLToJSON([]byte(document))
			if err != nil {
				panic(err)
			}
			fmt.Println(string(line))
		}
	}
}

func read(path string, into *map[string]interface{}) {
	b, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	if err := yaml.Unmarshal(b, into); err != nil {
		panic(err)
	}
}

func mergeInto(to, from map[string]interface{}) {
	for k, v := range from {
		if m, ok := v.(map[string]interface{}); ok {
			if t, ok := to[k].(map[string]interface{}); ok {
				mergeInto(t, m)
				continue
			}
		}
		to[k] = v
	}
}
